import { PackgraphError } from '../domain/errors.ts'
import { decodeSpan } from '../ingest/decode.ts'
import type { OperationOptions } from './call-options.ts'
import { chargeExpansion } from './expansion-charge.ts'
import type { EngineParts } from './parts.ts'
import { requestStore } from './request-store.ts'

export interface ExpandOptions extends Pick<OperationOptions, 'onEvent'> {
  /** Only these lines, numbered from 1, both ends included; what lies beyond the end is left out. */
  readonly lines?: { readonly first: number; readonly last: number }
  /** Only lines that hold this text, whatever its letter case. Together with `lines`: of those. */
  readonly containing?: string
  /** The conversation that pays for it. Default: the one that the output was slimmed in, if it was slimmed in one alone. */
  readonly sessionId?: string
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

/** Hands out lines, and charges them to what slimming saved. @throws PackgraphError `NOT_FOUND`, `INVALID_OPTION` for a range that runs backwards. */
export async function expandOutput(id: string, options: ExpandOptions, parts: EngineParts): Promise<ExpandedOutput> {
  const original = await requestStore(parts.store).findOriginal(id)
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
  const text = decodeSpan(original.bytes, original.encoding, { start: 0, end: original.bytes.length })
  const all = linesOf(text)
  const wanted = options.containing?.toLowerCase()
  const lines = all
    .slice(first - 1, last)
    .map((text, index) => ({ number: first + index, text }))
    .filter(({ text }) => wanted === undefined || text.toLowerCase().includes(wanted))
  const handedOut = lines.reduce((sum, line) => sum + line.text.length, 0)
  const share = text === '' ? 0 : handedOut / text.length
  const { sessionId, onEvent } = options
  await chargeExpansion({ originalId: original.id, share, sessionId, onEvent }, parts)
  return { id: original.id, lineCount: all.length, lines }
}

/** Lines with their ends. A text that ends in a line feed has no empty line behind it. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}
