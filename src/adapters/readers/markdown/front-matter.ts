/** Metadata in YAML (`---`) or TOML (`+++`) that stands before a Markdown text. */
export interface FrontMatter {
  /** Offset right after its closing line. */
  readonly end: number
  readonly title?: string
}

const OPENING_LINE = /^(---|\+\+\+)[ \t]*\n/
/** What the first line with content must look like for a leading `---` to be more than a rule. */
const FIRST_FIELD = /^(?:\s|#[^\n]*\n)*(?:["']?[\w.-]+["']?[ \t]*[:=]|\[)/
/** The value on its own line, or folded over the indented lines below it. */
const TITLE = /^title[ \t]*[:=][ \t]*(?:[>|][+-]?[ \t]*\n((?:[ \t]+.*\n?)+)|(.*)$)/im

/** @returns the front matter at the very start of a text (with line feeds only), or undefined: it needs a closing line, and fields (or nothing) in between. Linear. */
export function findFrontMatter(text: string): FrontMatter | undefined {
  const opening = OPENING_LINE.exec(text)
  if (opening?.[1] === undefined) return undefined
  const closingLine = opening[1] === '---' ? /^(?:---|\.\.\.)[ \t]*$/gm : /^\+\+\+[ \t]*$/gm
  closingLine.lastIndex = opening[0].length
  const closing = closingLine.exec(text)
  if (closing === null) return undefined
  const body = text.slice(opening[0].length, closing.index)
  if (body.trim() !== '' && !FIRST_FIELD.test(body)) return undefined
  const [, folded, inline = ''] = TITLE.exec(body) ?? []
  const title = folded === undefined ? unquote(inline.trim()) : folded.replace(/\s+/g, ' ').trim()
  return { end: closing.index + closing[0].length, ...(title === '' ? {} : { title }) }
}

function unquote(value: string): string {
  const quoted = /^(["'])(.*)\1(?:\s+#.*)?$/.exec(value)
  if (quoted?.[2] === undefined) return value.replace(/\s+#.*$/, '').trim()
  const inner = quoted[2]
  return (quoted[1] === '"' ? inner.replace(/\\(["\\])/g, '$1') : inner.replaceAll("''", "'")).trim()
}
