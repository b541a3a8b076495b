import type { DocumentRow } from '../../ports/store.ts'
import { type Copies, joinCopies } from './copies.ts'
import { type EntityTable, findSharedEntities, joinEntities, type SharedEntities } from './entity-table.ts'
import { type FoundMentions, findMentions, joinMentions, type Mentions } from './mentions.ts'
import { findOwnNames, joinNames, type NameTable, type OwnNames } from './name-table.ts'
import type { Pacer } from './pacer.ts'
import { buildPostings, type Postings } from './postings.ts'
import type { StringTable } from './string-table.ts'
import type { UnitRows } from './unit-rows.ts'
import type { Vocabulary } from './vocabulary.ts'

/** The strings that the numbers of a view stand for. They only ever grow, and views of several states share them. */
export interface Strings {
  readonly vocabulary: Vocabulary
  readonly entities: StringTable
  /** Hashes of texts. */
  readonly texts: StringTable
}

/** What units say of themselves in the light of all others, and takes a scan of everything to find out. */
export interface Findings {
  readonly shared: SharedEntities
  readonly names: OwnNames
  readonly mentions: FoundMentions
}

/** What cannot be had without reading rows or scanning words: enough to continue from, and to save. */
export interface BaseArrays {
  /** In the order (collection, uri). */
  readonly documents: readonly Pick<DocumentRow, 'id' | 'uri'>[]
  readonly strings: Strings
  readonly units: UnitRows
  readonly findings: Findings
  /** Units whose rows were made from text since the strings were new: how much of the strings may be out of use. */
  readonly derivedUnits: number
}

/** Everything that a query needs, as arrays indexed by unit, term or entity. */
export interface HypergraphArrays extends BaseArrays {
  readonly generation: number
  readonly documents: readonly DocumentRow[]
  readonly copies: Copies
  readonly postings: Postings
  readonly entityTable: EntityTable
  readonly names: NameTable
  readonly mentions: Mentions
}

/** O(words). */
export async function findAll({ vocabulary, entities }: Strings, units: UnitRows, pacer: Pacer): Promise<Findings> {
  const { incidences, stream } = units
  const shared = await findSharedEntities(incidences, entities, pacer)
  const names = await findOwnNames(incidences, entities, vocabulary, stream, pacer)
  return { shared, names, mentions: await findMentions(names, stream, vocabulary, pacer) }
}

/** Adds what follows from rows and findings by counting and turning around. */
export async function completeArrays(
  base: BaseArrays,
  state: Pick<HypergraphArrays, 'generation' | 'documents'>,
  pacer: Pacer,
): Promise<HypergraphArrays> {
  const { strings, units, findings } = base
  const entityCount = strings.entities.size
  const { terms, lowers, prefixes } = strings.vocabulary
  // What every question looks up: else the first one would hold the event loop for it.
  for (const table of [terms, lowers, prefixes]) await table.pave(pacer)
  const postings = await buildPostings(units.counts, strings.vocabulary.terms.size, pacer)
  const entityTable = await joinEntities(findings.shared, entityCount, pacer)
  const names = await joinNames(findings.names, entityCount, units.documents, pacer)
  const mentions = await joinMentions(findings.mentions, entityCount, pacer)
  // What comes next is a question, which takes a turn of its own.
  await pacer.rest()
  return {
    ...base,
    ...state,
    copies: joinCopies(units.texts, strings.texts.size),
    postings,
    entityTable,
    names,
    mentions,
  }
}
