import { PackgraphError } from '../domain/errors.ts'
import { decodeSpan } from '../ingest/decode.ts'
import type { Store } from '../ports/store.ts'

export interface ExpandOptions {
  /** Only these lines, numbered from 1, both ends included; what lies beyond the end is left out. */
  readonly lines?: { readonly first: number; readonly last: number }
  /** Only lines that hold this text, whatever its letter case. Together with `lines`: of those. */
  readonly containing?: string
}

/** Lines of a stored output. */
export interface ExpandedOutput {
  /** The id of the original: 64 hex digits. */
  readonly id: string
  /** Of the whole original. */
  readonly lineCount: number
  /** The lines asked for, ascending; each with its line end, so that joining all of them gives the original. */
  readonly lines: readonly { readonly number: number; readonly text: string }[]
}

/** @throws PackgraphError `NOT_FOUND`, `INVALID_OPTION` for a range that runs backwards. */
export async function expandOutput(id: string, options: ExpandOptions, store: Store): Promise<ExpandedOutput> {
  const originalId = await store.resolveOriginal(id)
  const original = originalId === undefined ? undefined : await store.readOriginal(originalId)
  if (original === undefined) {
    throw new PackgraphError('NOT_FOUND', `no stored output has the id ${id}`, {
      facts: { id },
      hint: 'Take the id from the notice at the end of a slimmed output, and name the store that it was slimmed with.',
    })
  }
  const { first, last } = options.lines ?? { first: 1, last: Number.MAX_SAFE_INTEGER }
  if (last < first) {
    throw new PackgraphError('INVALID_OPTION', `the lines ${first}-${last} run backwards`, { facts: { first, last } })
  }
  const all = linesOf(decodeSpan(original.bytes, original.encoding, { start: 0, end: original.bytes.length }))
  const wanted = options.containing?.toLowerCase()
  const lines = all
    .slice(first - 1, last)
    .map((text, index) => ({ number: first + index, text }))
    .filter(({ text }) => wanted === undefined || text.toLowerCase().includes(wanted))
  return { id: original.id, lineCount: all.length, lines }
}

/** Lines with their ends. A text that ends in a line feed has no empty line behind it. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}
