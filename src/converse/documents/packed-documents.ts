import type { DocumentRange } from './tagged-documents.ts'

/** `[1] Title › Heading (uri)` or `[1] uri › Heading`, as packs of packgraph open a document; deeper brackets where texts have such lines themselves. */
const HEADER = /^(\[+)(\d+)\]+ ([^\n]+)$/gm
const URI = /^(?:[^\n]* )?\(?(?:[^\s()›]*[./:#][^\s()›]*)\)?(?: › [^\n]*)?$/

/**
 * Documents of a pack that packgraph has written: headers numbered from 1 on at one depth, each with text behind it. Where the pack ends nothing says, so its last
 * document is one only when the text is nothing but the pack, and what is asked stands elsewhere. The header lines stay with what is left of a document. Linear.
 */
export function packedDocuments(text: string, isAlone: boolean): readonly DocumentRange[] {
  const first = HEADER_AT_START.exec(text)
  const headers = Array.from(text.matchAll(HEADER)).filter(([line]) => URI.test(line.replace(/^\[+\d+\]+ /, '')))
  const depth = headers[0]?.[1]?.length ?? 0
  const own = headers.filter(([, opening]) => opening!.length === depth)
  const isNumbered = own.length > 0 && own.every(([, , number], index) => Number(number) === index + 1)
  if (!isNumbered) return []
  const isWhole = isAlone && first !== null
  const ends = own.map((_, index) => own[index + 1]?.index ?? text.length)
  return own.flatMap((header, index) => {
    if (index === own.length - 1 && !isWhole) return []
    const bodyStart = header.index + header[0].length + 1
    const bodyEnd = text.slice(0, ends[index]).trimEnd().length
    return bodyEnd > bodyStart ? [{ start: header.index, end: bodyEnd, bodyStart, bodyEnd }] : []
  })
}

const HEADER_AT_START = /^\s*\[+1\]+ /
