import type { TextRange } from '../../domain/text/sentences.ts'

/** A document within a text: all of it, tags included, and what it says. UTF-16 units. */
export interface DocumentRange extends TextRange {
  readonly bodyStart: number
  readonly bodyEnd: number
}

/** What people put around retrieved documents, and hardly around anything else: `context` and `file` often hold instructions, or what is to be changed. */
export const DOCUMENT_TAGS: readonly string[] = ['document', 'doc', 'passage', 'search_result']
/** What a document may hold its text in, beside its source and title. */
const BODY = /^([\s\S]*?<(document_contents?|content|text)>)([\s\S]*)(<\/\2>\s*)$/i
const HEAD_TAGS = /<(?:source|src|title|url|id|index|metadata)\b/i
/** A tag at the beginning of a line or behind another tag, or any closing tag; or a line that opens or closes a fence. */
const MARK = /^[ \t]*(`{3,}|~{3,})[^\n]*$|<(\/?)([A-Za-z][\w-]*)((?:\s[^<>]*)?)>/gm

/**
 * Documents between tags, in order, apart from one another: from a tag that opens a line, or stands behind another tag, to the tag that closes it, which has to end a line or stand before another
 * tag. Tags of the same name in a document are counted, so that it ends with its own. Nothing in a fence outside of documents is one, and neither is a tag that nothing closes. Linear.
 */
export function taggedDocuments(text: string, tags: readonly string[] = DOCUMENT_TAGS): readonly DocumentRange[] {
  const names = new Set(tags.map((tag) => tag.toLowerCase()))
  const found: DocumentRange[] = []
  let fence = ''
  let open: { name: string; start: number; bodyStart: number; depth: number } | undefined
  for (const match of text.matchAll(MARK)) {
    const [mark, ticks, slash = '', tag = '', attributes = ''] = match
    const end = match.index + mark.length
    if (ticks !== undefined) {
      if (open !== undefined) continue
      if (fence === '') fence = ticks
      else if (ticks.startsWith(fence)) fence = ''
      continue
    }
    const name = tag.toLowerCase()
    if (fence !== '' || !names.has(name) || attributes.endsWith('/')) continue
    if (open === undefined) {
      if (slash === '' && opensLine(text, match.index)) open = { name, start: match.index, bodyStart: end, depth: 1 }
    } else if (open.name === name) {
      open = { ...open, depth: open.depth + (slash === '' ? 1 : -1) }
      if (open.depth > 0) continue
      if (closesLine(text, end)) found.push(withBody(text, { ...open, bodyEnd: match.index, end }))
      open = undefined
    }
  }
  return found
}

function opensLine(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - 200), index).trimEnd()
  return before === '' || before.endsWith('>') || /\n[ \t]*$/.test(text.slice(Math.max(0, index - 200), index))
}

function closesLine(text: string, index: number): boolean {
  return /^[ \t]*(?:\r?\n|$|<)/.test(text.slice(index, index + 200))
}

/** Where the text has a tag of its own, what stands before it is the description of the document, and stays. */
function withBody(text: string, { start, end, bodyStart, bodyEnd }: DocumentRange): DocumentRange {
  const inner = text.slice(bodyStart, bodyEnd)
  const [, head = '', , body = ''] = BODY.exec(inner) ?? []
  if (head !== '')
    return { start, end, bodyStart: bodyStart + head.length, bodyEnd: bodyStart + head.length + body.length }
  const described = HEAD_TAGS.test(inner) ? /^(?:\s*<([a-z]+)\b[^<>]*>[^<]*<\/\1>)+/i.exec(inner) : null
  return { start, end, bodyStart: bodyStart + (described?.[0].length ?? 0), bodyEnd }
}
