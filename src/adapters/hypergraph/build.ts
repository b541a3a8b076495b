import { fileNameOf, matchedTitle } from '../../domain/text/names.ts'
import { wordsOf } from '../../domain/text/words.ts'
import type { DocumentRow, ScannedHyperedge, ScannedIncidence, StoreSnapshot } from '../../ports/store.ts'
import { type Copies, joinCopies } from './copies.ts'
import { buildEntityTable, containedEntities, type EntityTable, type UnitEntities } from './entity-table.ts'
import { graphGate } from './gate.ts'
import { dropCommonWords, findMentions, type Mentions, NameTable, type Ownership } from './name-table.ts'
import { type Postings, PostingsBuilder } from './postings.ts'
import { Interner, Vocabulary } from './vocabulary.ts'
import { type WordStream, WordStreamBuilder, wordRowOf } from './word-stream.ts'

/** Everything that a query needs, as arrays indexed by unit. */
export interface HypergraphArrays {
  readonly generation: number
  readonly gate: number
  readonly documents: readonly DocumentRow[]
  /** Whole numbers that may exceed 32 bits. */
  readonly hyperedgeIds: Float64Array
  /** Index into `documents` of each unit. */
  readonly unitDocuments: Uint32Array
  /** First and last byte of each unit in its original: `start` at 2u, `end` at 2u + 1. */
  readonly spans: Float64Array
  readonly copies: Copies
  readonly vocabulary: Vocabulary
  readonly stream: WordStream
  readonly postings: Postings
  readonly entities: Interner
  readonly entityTable: EntityTable
  readonly names: NameTable
  readonly mentions: Mentions
}

/**
 * Reads a snapshot once and derives every array from it, in the order (collection, uri, ordinal), so that equal content gives equal arrays. O(text).
 */
export async function buildHypergraph(snapshot: StoreSnapshot): Promise<HypergraphArrays> {
  const documents = await collect(snapshot.documents())
  const documentIndex = new Map(documents.map((document, index) => [document.id, index]))
  const incidences = groupByHyperedge(await collect(snapshot.incidences()))
  const vocabulary = new Vocabulary()
  const entities = new Interner()
  const stream = new WordStreamBuilder(vocabulary)
  const postings = new PostingsBuilder()
  const hyperedgeIds: number[] = []
  const unitDocuments: number[] = []
  const texts = new Interner()
  const textIds: number[] = []
  const spans: number[] = []
  const unitIncidences: (readonly ScannedIncidence[])[] = []
  for await (const page of snapshot.hyperedges()) {
    for (const hyperedge of page) {
      const document = documentIndex.get(hyperedge.documentId)!
      hyperedgeIds.push(hyperedge.id)
      unitDocuments.push(document)
      textIds.push(texts.intern(hyperedge.textHash))
      spans.push(hyperedge.span.start, hyperedge.span.end)
      unitIncidences.push(incidences.get(hyperedge.id) ?? [])
      addTerms(hyperedge, documents[document]!, vocabulary, stream, postings)
    }
  }
  const words = stream.build()
  const graph = connect(unitIncidences, unitDocuments, entities, vocabulary, words)
  return {
    generation: snapshot.generation,
    documents,
    hyperedgeIds: Float64Array.from(hyperedgeIds),
    unitDocuments: Uint32Array.from(unitDocuments),
    spans: Float64Array.from(spans),
    copies: joinCopies(Uint32Array.from(textIds), texts.size),
    vocabulary,
    stream: words,
    postings: postings.build(vocabulary.terms.size),
    entities,
    ...graph,
  }
}

async function collect<Row>(pages: AsyncIterable<readonly Row[]>): Promise<readonly Row[]> {
  const rows: Row[] = []
  for await (const page of pages) for (const row of page) rows.push(row)
  return rows
}

function groupByHyperedge(incidences: readonly ScannedIncidence[]): ReadonlyMap<number, readonly ScannedIncidence[]> {
  const groups = new Map<number, ScannedIncidence[]>()
  for (const incidence of incidences) {
    const group = groups.get(incidence.hyperedgeId)
    if (group) group.push(incidence)
    else groups.set(incidence.hyperedgeId, [incidence])
  }
  return groups
}

function addTerms(
  hyperedge: ScannedHyperedge,
  { title, uri }: DocumentRow,
  vocabulary: Vocabulary,
  stream: WordStreamBuilder,
  postings: PostingsBuilder,
): void {
  const termsOfWords = (words: readonly number[]): number[] => {
    const terms: number[] = []
    for (const word of words) for (const term of vocabulary.factsOf(word).terms) terms.push(term)
    return terms
  }
  const termsOfNames = (names: readonly string[]): number[] =>
    termsOfWords(names.flatMap(wordsOf).map((word) => vocabulary.internWord(word)))
  const titleTerms = termsOfNames([matchedTitle(title), ...hyperedge.headingPath])
  const said = new Set(titleTerms)
  for (const term of termsOfNames([fileNameOf(uri)])) if (!said.has(term)) titleTerms.push(term)
  postings.addUnit(titleTerms, termsOfWords(stream.addUnit(hyperedge.text)))
}

function connect(
  unitIncidences: readonly (readonly ScannedIncidence[])[],
  unitDocuments: readonly number[],
  entities: Interner,
  vocabulary: Vocabulary,
  stream: WordStream,
): Pick<HypergraphArrays, 'gate' | 'entityTable' | 'names' | 'mentions'> {
  const ownerships: Ownership[] = []
  unitIncidences.forEach((incidences, unit) => {
    for (const { entity, owned } of incidences) {
      const id = entities.intern(entity)
      if (owned) ownerships.push({ unit, entity: id, isStrong: owned === 'title' })
    }
  })
  const contained = containedEntities(entities)
  const unitEntities = unitIncidences.map((incidences) => withContained(incidences, entities, contained))
  const entityTable = buildEntityTable(unitEntities, entities.size)
  const row = wordRowOf(stream, vocabulary)
  const owned = dropCommonWords(ownerships, entities, vocabulary, stream, row)
  const names = new NameTable(owned, entities, vocabulary, unitDocuments)
  return {
    gate: graphGate(entityTable.byUnit.values.length, stream.words.length, names.nameCount, unitIncidences.length),
    entityTable,
    names,
    mentions: findMentions(names, stream, row, entities.size),
  }
}

function withContained(
  incidences: readonly ScannedIncidence[],
  entities: Interner,
  contained: readonly (readonly number[])[],
): UnitEntities {
  const unit: UnitEntities = new Map()
  for (const { entity, sentences } of incidences) unit.set(entities.find(entity)!, sentences)
  for (const { entity, sentences } of incidences) {
    for (const part of contained[entities.find(entity)!]!) {
      const known = unit.get(part)
      unit.set(part, known ? mergeAscending(known, sentences) : sentences)
    }
  }
  return unit
}

function mergeAscending(first: readonly number[], second: readonly number[]): readonly number[] {
  return Array.from(new Set([...first, ...second])).sort((a, b) => a - b)
}
