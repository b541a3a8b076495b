import type { Block, Structure, StructureReader } from '../../ports/structure-reader.ts'

/**
 * Reads CSV and TSV as one table whose first row is its header. Rows end at line breaks outside quotes (a quote counts only at the start of a field); when
 * a quote is never closed, quotes mean nothing in this text and every line is a row. Linear.
 */
export const delimitedTextReader: StructureReader = {
  mediaTypes: ['text/csv', 'text/tab-separated-values'],
  read: (text): Structure => ({ blocks: text.trim() === '' ? [] : [tableOf(text)] }),
}

function tableOf(text: string): Block {
  const start = text.search(/\S/)
  const rows = rowStarts(text, start, true) ?? rowStarts(text, start, false) ?? []
  const header = text.slice(start, rows[0] ?? text.length).trimEnd()
  // The header stays with the first row.
  return { kind: 'table', start, end: text.length, cuts: [rows.slice(1)], opening: `${header}\n` }
}

/** @returns where rows start after the first; undefined when a quoted field does not end. */
function rowStarts(text: string, start: number, quotes: boolean): number[] | undefined {
  const starts: number[] = []
  let fieldStart = true
  for (let index = start; index < text.length; index++) {
    const character = text[index]
    if (quotes && character === '"' && fieldStart) {
      index = quotedEnd(text, index)
      if (index < 0) return undefined
      fieldStart = false
    } else if (character === '\n' || (character === '\r' && text[index + 1] !== '\n')) {
      if (index + 1 < text.length) starts.push(index + 1)
      fieldStart = true
    } else {
      fieldStart = character === ',' || character === ';' || character === '\t' || character === '|'
    }
  }
  return starts
}

/** Index of the quote that ends the field (`""` inside it is a quote of its content), or −1. */
function quotedEnd(text: string, opening: number): number {
  let index = text.indexOf('"', opening + 1)
  while (index >= 0 && text[index + 1] === '"') index = text.indexOf('"', index + 2)
  return index
}
