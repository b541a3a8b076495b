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

/**
 * A heading's words without inline markup: emphasis, code ticks, links and images (their text stays), common HTML tags, entities, escapes, a trailing
 * `{#anchor}`. Rough on purpose: for reading and searching, not for rendering.
 */
export function plainHeading(source: string): string {
  if (source.length > MAX_LENGTH) return source.replace(/\s+/g, ' ').trim()
  const withoutAnchor = source.replace(/[ \t]*\{[#.][^{}]*\}\s*$/, '')
  const parts = withoutAnchor.split(/(`+)(?!`)(.+?)(?<!`)\1(?!`)/)
  // Splitting by a pattern with two groups gives text, ticks, code, text, ticks, code, …
  const plain = parts.map((part, index) => (index % 3 === 0 ? withoutMarkup(part) : index % 3 === 2 ? part.trim() : ''))
  return plain.join('').replace(/\s+/g, ' ').trim()
}

function withoutMarkup(text: string): string {
  return text
    .replace(/!?\[([^[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^[\]]*\])/g, '$1')
    .replace(/<((?:https?|mailto):[^<>\s]*)>/g, '$1')
    .replace(INLINE_TAG, '')
    .replace(/(?<![\\*])(\*{1,3})(?=\S)([^*]+?)(?<=[^\s\\])\1/g, '$2')
    .replace(/(?<![\\\w])(_{1,3})(?=\S)([^_]+?)(?<=[^\s\\])\1(?!\w)/g, '$2')
    .replace(/~~(?=\S)([^~]+)~~/g, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
}
