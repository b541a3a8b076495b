import type { Original } from '../domain/document.ts'
import { PackgraphError } from '../domain/errors.ts'
import { type Fault, type FaultKind, type FaultPlace, faultAt } from '../domain/fault.ts'
import { matchedTitle } from '../domain/text/names.ts'
import { canonicalJson, hashBytes, textHash } from '../indexing/content-hash.ts'
import { decodeSpan } from '../ingest/decode.ts'
import type { DocumentRow, StoredHyperedge } from '../ports/store.ts'
import type { EngineParts } from './parts.ts'
import { type RebuiltDocument, rebuildDocument } from './rebuild-document.ts'

/** float32 keeps the length of a unit vector to about a ten-millionth for each of its numbers. */
const LENGTH_TOLERANCE = 1e-3

export interface StoredDocument {
  readonly row: DocumentRow
  readonly original: Original | undefined
  readonly hyperedges: readonly StoredHyperedge[]
  /** Of the index; undefined when it does not say. */
  readonly dimensions: number | undefined
}

export interface VerifiedDocument {
  readonly faults: readonly Fault[]
  /** Whether what is derived from the original could be compared. */
  readonly isCurrent: boolean
}

/** Holds a document against its original, by itself and then by reading the original again. Token costs are counted elsewhere. */
export function verifyDocument(stored: StoredDocument, parts: EngineParts): VerifiedDocument {
  const { row, original, hyperedges, dimensions } = stored
  const { collection, uri } = row
  const place = { collection, uri }
  const faults = hyperedges.flatMap((hyperedge) => {
    const { id: hyperedgeId, ordinal } = hyperedge
    return unitFaults(hyperedge, { ...place, hyperedgeId, ordinal }, original, dimensions)
  })
  // A row without its original has been named by the store.
  if (original === undefined) return { faults, isCurrent: false }
  if (hashBytes(original.bytes) !== original.id) {
    const fault = faultAt('original', place, `the bytes of its original are not those that ${original.id} names`)
    return { faults: [fault, ...faults], isCurrent: false }
  }
  const rebuilt = readAgain(row, original, parts)
  if (rebuilt === undefined) {
    const fault = faultAt('original', place, `its original is not text in ${original.encoding}`)
    return { faults: [fault, ...faults], isCurrent: false }
  }
  const { isCurrent } = rebuilt
  return { faults: isCurrent ? [...faults, ...differences(stored, rebuilt, parts)] : faults, isCurrent }
}

/** What can be said of a unit without reading its document again. */
function unitFaults(
  hyperedge: StoredHyperedge,
  place: FaultPlace,
  original: Original | undefined,
  dimensions: number | undefined,
): readonly Fault[] {
  const { span, text, kind, embedding } = hyperedge
  const faults: Fault[] = []
  const add = (fault: FaultKind, problem: string): number => faults.push(faultAt(fault, place, problem))
  if (original !== undefined) {
    const { length } = original.bytes
    const isInside = Number.isSafeInteger(span.start) && span.start >= 0 && span.end > span.start && span.end <= length
    if (!isInside) add('span', `its span ${span.start}-${span.end} does not lie in the ${length} bytes of its original`)
    else if (decodeSpan(original.bytes, original.encoding, span) !== text)
      add('text', 'its text is not what its span gives')
  }
  if (hyperedge.textHash !== textHash(kind, text)) add('text', 'its text hash is not that of its kind and text')
  const problem = embedding === undefined ? 'it has no vector' : vectorProblem(embedding, dimensions)
  if (problem !== undefined) add('embedding', problem)
  return faults
}

function vectorProblem(vector: Float32Array, dimensions: number | undefined): string | undefined {
  if (dimensions !== undefined && vector.length !== dimensions)
    return `its vector has ${vector.length} numbers, and those of this index have ${dimensions}`
  let squares = 0
  for (const value of vector) squares += value * value
  if (!Number.isFinite(squares)) return 'its vector holds something that is no finite number'
  const length = Math.sqrt(squares)
  return Math.abs(length - 1) > LENGTH_TOLERANCE ? `its vector has the length ${length}, not 1` : undefined
}

function readAgain(row: DocumentRow, original: Original, parts: EngineParts): RebuiltDocument | undefined {
  try {
    return rebuildDocument(row, original, parts)
  } catch (error) {
    if (error instanceof PackgraphError && error.code === 'DECODE') return undefined
    throw error
  }
}

/** Where a document differs from what its original gives. */
function differences(
  { row, hyperedges }: StoredDocument,
  { description, units }: RebuiltDocument,
  { extractor }: EngineParts,
): readonly Fault[] {
  const place = { collection: row.collection, uri: row.uri }
  const faults: Fault[] = []
  if (row.title !== description.title)
    faults.push(faultAt('document', place, `its title is not “${description.title}”`))
  if (hyperedges.length !== units.length) {
    faults.push(faultAt('unit', place, `its original gives ${units.length} units, and ${hyperedges.length} are stored`))
  }
  const title = matchedTitle(description.title)
  const unitAt = new Map(units.map((unit) => [unit.ordinal, unit]))
  for (const stored of hyperedges) {
    const unit = unitAt.get(stored.ordinal)
    if (unit === undefined) continue
    const place = { collection: row.collection, uri: row.uri, hyperedgeId: stored.id, ordinal: stored.ordinal }
    for (const field of UNIT_FIELDS) {
      if (canonicalJson(stored[field]) === canonicalJson(unit[field])) continue
      faults.push(faultAt('unit', place, `its ${FIELD_NAMES[field]} is not what its original gives`))
    }
    if (canonicalJson(stored.incidences) !== canonicalJson(extractor.extract(unit, title))) {
      faults.push(faultAt('incidence', place, 'its entities are not those that its text mentions'))
    }
  }
  return faults
}

const UNIT_FIELDS = ['kind', 'span', 'headingPath', 'opening', 'closing'] as const

const FIELD_NAMES: Readonly<Record<(typeof UNIT_FIELDS)[number], string>> = {
  kind: 'kind',
  span: 'span',
  headingPath: 'heading path',
  opening: 'opening',
  closing: 'closing',
}
