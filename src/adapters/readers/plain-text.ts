import type { Block, Structure, StructureReader } from '../../ports/structure-reader.ts'

const BLANK_LINES = /(?:\r\n|\n|\r)(?:[ \t\f\v]*(?:\r\n|\n|\r))+/g
/** How a line of a log, a list or a transcript begins; wrapped prose seldom does. */
const ENTRY_START = /(?:^|\n|\r)(?=[ \t]*(?:[-*•+>[|#]|\d|[A-Z]{4,}\b))/g
const LINE_BREAK = /\n|\r(?!\n)/g

/** Reads plain text: paragraphs between blank lines. A paragraph of which most lines begin like entries of a log or list may be cut at them. Linear. */
export const plainTextReader: StructureReader = {
  mediaTypes: ['text/plain'],
  read: (text): Structure => ({ blocks: paragraphsOf(text) }),
}

function paragraphsOf(text: string): Block[] {
  const blocks: Block[] = []
  let start = 0
  for (const gap of text.matchAll(BLANK_LINES)) {
    if (gap.index > start) blocks.push(paragraph(text, start, gap.index))
    start = gap.index + gap[0].length
  }
  if (start < text.length) blocks.push(paragraph(text, start, text.length))
  return blocks
}

function paragraph(text: string, start: number, end: number): Block {
  const body = text.slice(start, end)
  const entries = [...body.matchAll(ENTRY_START)].map((match) => start + match.index + match[0].length)
  const lines = 1 + [...body.matchAll(LINE_BREAK)].length
  return { kind: 'paragraph', start, end, ...(entries.length * 2 > lines ? { cuts: [entries] } : {}) }
}
