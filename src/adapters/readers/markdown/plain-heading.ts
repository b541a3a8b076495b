/** Longer headings are left as they are: nobody wrote them as headings. */
const MAX_LENGTH = 1000

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
}
const INLINE_TAG = /<\/?(?:a|abbr|b|br|code|em|font|i|img|kbd|mark|small|span|strong|sub|sup|u)\b[^<>]*>|<!--.*?-->/gi

/** `(url)` or `[reference]`. */
const TARGET = /(?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^[\]]*\])/
/** What is in square brackets, one pair in them included. */
const BRACKETED = /\[((?:[^[\]]|\[[^[\]]*\])*)\]/
const IMAGE = new RegExp(`!${BRACKETED.source}${TARGET.source}`, 'g')
const LINK = new RegExp(BRACKETED.source + TARGET.source, 'g')
const LINKED_IMAGE = new RegExp(`\\[\\s*!${BRACKETED.source}${TARGET.source}\\s*\\]${TARGET.source}`, 'g')
const CODE = /(`+)(?!`)(.+?)(?<!`)\1(?!`)/g
/** Stands for a piece of code while markup around it is taken away. Of the private use area, which no heading uses. */
const CODE_PLACE = /\uE000(\d+)\uE001/g

/**
 * A heading's words without inline markup: emphasis, code ticks, links (their text stays, in nested ones too), images, common HTML tags, entities, escapes,
 * a trailing `{#anchor}`. Images go with their text, since most are badges; a heading that is an image alone, like a logo, keeps it. Rough on purpose: for
 * reading and searching, not for rendering.
 */
export function plainHeading(source: string): string {
  if (source.length > MAX_LENGTH) return inOneLine(source)
  const codes: string[] = []
  const text = source.replace(/[ \t]*\{[#.][^{}]*\}\s*$/, '').replace(CODE, (_code, _ticks, inner: string) => {
    codes.push(inner.trim())
    return `\uE000${codes.length - 1}\uE001`
  })
  const plain = (marked: string): string =>
    inOneLine(withoutMarkup(marked).replace(CODE_PLACE, (place, index: string) => codes[Number(index)] ?? place))
  return plain(text.replace(IMAGE, '')) || plain(text.replace(LINKED_IMAGE, '').replace(IMAGE, '$1'))
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function withoutMarkup(text: string): string {
  return text
    .replace(LINK, '$1')
    .replace(LINK, '$1')
    .replace(/<((?:https?|mailto):[^<>\s]*)>/g, '$1')
    .replace(INLINE_TAG, '')
    .replace(/(?<![\\*])(\*{1,3})(?=\S)([^*]+?)(?<=[^\s\\])\1/g, '$2')
    .replace(/(?<![\\\w])(_{1,3})(?=\S)([^_]+?)(?<=[^\s\\])\1(?!\w)/g, '$2')
    .replace(/~~(?=\S)([^~]+)~~/g, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
}
