import { fileNameOf, matchedTitle } from '../../domain/text/names.ts'
import type { DocumentRow, ScannedHyperedge, StoreSnapshot } from '../../ports/store.ts'
import { type BaseArrays, completeArrays, findAll, type HypergraphArrays, type Strings } from './arrays.ts'
import { type IncidenceRows, IncidenceRowsBuilder } from './incidence-rows.ts'
import { Pacer } from './pacer.ts'
import { StringTable } from './string-table.ts'
import { type UnitRows, UnitRowsBuilder } from './unit-rows.ts'
import { Vocabulary } from './vocabulary.ts'

/**
 * Arrays of a snapshot, in the order (collection, uri, ordinal), so that equal content gives equal answers. Rows of documents that an older state of the same
 * store has in common with it are taken over: then O(text of the other documents) and a scan of all words, a small part of what reading everything costs.
 */
export async function buildHypergraph(snapshot: StoreSnapshot, older?: BaseArrays): Promise<HypergraphArrays> {
  const pacer = new Pacer()
  const documents = await collect(snapshot.documents())
  const state = { generation: snapshot.generation, documents }
  if (older && isSame(documents, older.documents)) return completeArrays(older, state, pacer)
  const base = older && isWorthContinuing(older) ? older : undefined
  const strings = base?.strings ?? {
    vocabulary: new Vocabulary(),
    entities: new StringTable(),
    texts: new StringTable(),
  }
  const { words, terms, lowers, prefixes } = strings.vocabulary
  for (const table of [words, terms, lowers, prefixes, strings.entities, strings.texts]) await table.pave(pacer)
  const reader = new UnitReader(snapshot, documents, strings, base)
  const units = await reader.read(pacer)
  const findings = await findAll(strings, units, pacer)
  const derivedUnits = reader.derivedUnits + (base?.derivedUnits ?? 0)
  return completeArrays({ documents, strings, units, findings, derivedUnits }, state, pacer)
}

/** Strings of units that are gone stay behind; at some time it is better to begin anew. */
const MIN_DERIVED_UNITS = 10_000

function isWorthContinuing({ derivedUnits, units }: BaseArrays): boolean {
  return derivedUnits < Math.max(MIN_DERIVED_UNITS, 2 * units.documents.length)
}

type Named = Pick<DocumentRow, 'id' | 'uri'>

/** Whether nothing has changed that the arrays depend on: costs, say, have. */
function isSame(documents: readonly Named[], older: readonly Named[]): boolean {
  return (
    documents.length === older.length && documents.every((document, position) => isUnchanged(document, older[position]))
  )
}

/** A document keeps its id for as long as its content stays; only the key may change under it, and what a unit is found by includes the file's name. */
function isUnchanged(document: Named, older: Named | undefined): boolean {
  return older !== undefined && document.id === older.id && fileNameOf(document.uri) === fileNameOf(older.uri)
}

/** Cutting a unit into words takes some hundredths of a millisecond. */
const UNITS_BETWEEN_LOOKS = 128

/** Reads the rows of all units in order; those that an older state has come from there. */
class UnitReader {
  derivedUnits = 0
  private readonly snapshot: StoreSnapshot
  private readonly documents: readonly DocumentRow[]
  private readonly strings: Strings
  private readonly base: BaseArrays | undefined
  private readonly builder: UnitRowsBuilder
  /** For each document, its position in the older state, −1 for what has to be read. */
  private readonly olderPositions: Int32Array
  private readonly olderStarts: Uint32Array
  /** Documents before this one have their units. */
  private position = 0

  constructor(
    snapshot: StoreSnapshot,
    documents: readonly DocumentRow[],
    strings: Strings,
    base: BaseArrays | undefined,
  ) {
    this.snapshot = snapshot
    this.documents = documents
    this.strings = strings
    this.base = base
    this.builder = new UnitRowsBuilder(strings.vocabulary, base?.units)
    this.olderStarts = unitStarts(base?.units.documents ?? new Uint32Array(0), base?.documents.length ?? 0)
    const older = new Map(base?.documents.map(({ id }, position) => [id, position]))
    this.olderPositions = Int32Array.from(documents, (document) => {
      const position = older.get(document.id)
      return position !== undefined && isUnchanged(document, base?.documents[position]) ? position : -1
    })
  }

  async read(pacer: Pacer): Promise<UnitRows> {
    const wanted = this.base && this.documents.filter((_, at) => this.olderPositions[at] === -1).map(({ id }) => id)
    const incidences = await this.readIncidences(wanted)
    const positions = new Map(this.documents.map(({ id }, at) => [id, at]))
    for await (const page of this.snapshot.hyperedges(wanted)) {
      for (const [index, hyperedge] of page.entries()) {
        if (index % UNITS_BETWEEN_LOOKS === 0) await pacer.breathe()
        const at = positions.get(hyperedge.documentId)!
        if (this.position < at) await this.takeOver(at, pacer)
        const text = this.strings.texts.intern(hyperedge.textHash)
        const row = incidences.rowOf.get(hyperedge.id)
        const titles = this.titlesOf(hyperedge, this.documents[at]!, incidences.rows, row)
        this.builder.addUnit(hyperedge, this.documents[at]!, at, text, incidences.rows, row, titles)
        this.derivedUnits++
      }
    }
    await this.takeOver(this.documents.length, pacer)
    return this.builder.build(pacer)
  }

  /** What stands above a unit; where nothing does, the subject that its first words introduce: the first name that it owns. */
  private titlesOf(
    { headingPath }: ScannedHyperedge,
    { title }: DocumentRow,
    incidences: IncidenceRows,
    row: number | undefined,
  ): readonly string[] {
    if (title !== '' || headingPath.length > 0) return [matchedTitle(title), ...headingPath]
    const first = row === undefined ? 0 : incidences.entities.starts[row]!
    const isOwned = row !== undefined && first < incidences.entities.starts[row + 1]! && incidences.owned[first] !== 0
    return isOwned ? [this.strings.entities.at(incidences.entities.values[first]!)] : []
  }

  /** Moves on to the document `until`; those on the way that were not read have their rows in the older state. */
  private async takeOver(until: number, pacer: Pacer): Promise<void> {
    const start = this.position
    this.position = until
    const { base, olderPositions, builder } = this
    if (base === undefined) return
    const starts = this.olderStarts
    await pacer.inTurns(until - start, (index) => {
      const older = olderPositions[start + index]!
      if (older >= 0) builder.appendUnits(base.units, starts[older]!, starts[older + 1]!, start + index)
    })
  }

  /** All incidences by hyperedge, and the row of each hyperedge that has some. */
  private async readIncidences(
    documentIds: readonly number[] | undefined,
  ): Promise<{ readonly rows: IncidenceRows; readonly rowOf: ReadonlyMap<number, number> }> {
    const builder = new IncidenceRowsBuilder()
    const rowOf = new Map<number, number>()
    let last: number | undefined
    for await (const page of this.snapshot.incidences(documentIds)) {
      for (const { hyperedgeId, entity, owned, sentences } of page) {
        if (hyperedgeId !== last) {
          if (last !== undefined) builder.endRow()
          rowOf.set(hyperedgeId, rowOf.size)
          last = hyperedgeId
        }
        builder.push(this.strings.entities.intern(entity), owned, sentences)
      }
    }
    if (last !== undefined) builder.endRow()
    return { rows: builder.build(), rowOf }
  }
}

/** First unit of each document; one more entry at the end. */
function unitStarts(unitDocuments: Uint32Array, documentCount: number): Uint32Array {
  const starts = new Uint32Array(documentCount + 1)
  for (let unit = 0; unit < unitDocuments.length; unit++) starts[unitDocuments[unit]! + 1] = unit + 1
  // A document without units begins where the one before it ends.
  for (let at = 0; at < documentCount; at++) starts[at + 1] = Math.max(starts[at]!, starts[at + 1]!)
  return starts
}

async function collect<Row>(pages: AsyncIterable<readonly Row[]>): Promise<readonly Row[]> {
  const rows: Row[] = []
  for await (const page of pages) for (const row of page) rows.push(row)
  return rows
}
