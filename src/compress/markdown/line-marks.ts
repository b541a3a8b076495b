import type { MarkdownNode } from '../../ports/markdown-parser.ts'

const BULLET = /(?:[-+*]|\d{1,9}[.)])[ \t]*$/
/** What opens a block of another kind at the beginning of a line. */
const BLOCK_OPENER =
  /^(?:#{1,6}(?:\s|$)|[-+*](?:\s|$)|\d{1,9}[.)](?:\s|$)|>|`{3}|~{3}|<[a-z!/?]|={2,}|-{2,}|\*{3}|_{3}|\||:-|\$\$|\\\[|\[[^\]]+\]:)/i
const TASK = '(?:\\[[ xX]\\]\\s+)?'
const OPENING =
  '(?:(\\*\\*|__)(?:(?!\\1).){1,100}\\1|`[^`\\n]{1,100}`|\\[[^[\\]\\n]{1,100}\\]\\([^()\\s]{1,300}\\))(?:\\s?\\([^()\\n]{1,60}\\))?'
const NAME = new RegExp(`^${TASK}(?:${OPENING}(?:\\s*(?::|[–—-](?=\\s)))?|[^.:!?\\n]{1,60}:(?=\\s))[ \\t]*`)
const TASK_BOX = /^\[[ xX]\]\s+/

export function lineStartOf(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1
}

/** Where the innermost list marker of a node's first line stands. */
export function bulletStartOf(text: string, { start, textStart }: MarkdownNode): number {
  const bullet = BULLET.exec(text.slice(start, textStart))
  return bullet === null ? start : start + bullet.index
}

/** What a further line of a node begins with: quote marks, and blanks as wide as list markers. */
export function continuationOf(text: string, { start, textStart }: MarkdownNode): string {
  return text
    .slice(start, textStart)
    .replaceAll('\uFEFF', '')
    .replace(/[^\s>]/g, ' ')
}

/** Whether the line that holds an offset is one of a block quote. */
export function isQuoteLine(text: string, offset: number): boolean {
  if (offset < 0 || offset >= text.length) return false
  return /^[ \t]*>/.test(text.slice(lineStartOf(text, offset), lineStartOf(text, offset) + 100))
}

/** Whether a text would be taken for something else than prose at the beginning of a line. */
export function opensBlock(text: string): boolean {
  return BLOCK_OPENER.test(text)
}

/** Length of what an item is about, with the blanks behind it: what stands in front of the first colon, or its opening in bold, code or a link. 0 for none. */
export function itemNameEnd(item: string): number {
  return (NAME.exec(item) ?? TASK_BOX.exec(item))?.[0].length ?? 0
}
