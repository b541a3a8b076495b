import type { TextEncodingName } from '../domain/document.ts'
import type { Unit } from '../domain/hyperedge.ts'
import type { Structure } from '../ports/structure-reader.ts'
import type { EstimateTokens } from './cut-block.ts'
import { byteMapper, type DecodeOptions, decodeBytes } from './decode.ts'
import type { ReaderRegistry } from './reader-registry.ts'
import { splitIntoUnits } from './split.ts'

/** What is known of a document before it is read. Text that a program hands over is passed as UTF-8 with `encoding: 'utf-8'`, so that nothing is guessed. */
export interface IngestInput extends DecodeOptions {
  readonly bytes: Uint8Array
  readonly mediaType: string
}

export interface IngestContext {
  readonly readers: ReaderRegistry
  readonly estimateTokens: EstimateTokens
}

export interface IngestedDocument {
  readonly encoding: TextEncodingName
  /** What the text itself says: front matter, an HTML title, the first heading of level 1. */
  readonly title?: string
  /** In order, `span` in bytes of the original. */
  readonly units: readonly Unit[]
}

/**
 * Bytes to units: decodes, finds the structure, splits, and maps spans back to bytes, so that `decodeSpan(bytes, encoding, unit.span)` is the unit's text.
 * Pure and near-linear.
 * @throws PackgraphError `DECODE`.
 */
export function ingestDocument(input: IngestInput, context: IngestContext): IngestedDocument {
  const decoded = decodeBytes(input.bytes, input)
  const structure = context.readers.readerFor(input.mediaType).read(decoded.text)
  const byteOf = byteMapper(decoded)
  const units = splitIntoUnits(decoded.text, structure.blocks, context.estimateTokens).map((unit) => ({
    ...unit,
    span: { start: byteOf(unit.span.start), end: byteOf(unit.span.end) },
  }))
  const title = titleOf(structure)
  return { encoding: decoded.encoding, units, ...(title === undefined ? {} : { title }) }
}

function titleOf(structure: Structure): string | undefined {
  if (structure.title) return structure.title
  return structure.blocks.find((block) => block.kind === 'heading' && block.level === 1 && block.heading)?.heading
}
