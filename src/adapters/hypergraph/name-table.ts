import { type IncidenceRows, OWNED_STRONGLY } from './incidence-rows.ts'
import { NameTrie } from './name-trie.ts'
import type { Pacer } from './pacer.ts'
import { invertRows, type Rows, RowsBuilder } from './rows.ts'
import type { StringTable } from './string-table.ts'
import type { Vocabulary } from './vocabulary.ts'
import { CAPITAL, type WordRow } from './word-row.ts'
import type { WordStream } from './word-stream.ts'

/** The names that units own, and the way from words to names. */
export interface OwnNames {
  /** Names of each unit. */
  readonly ownedBy: Rows
  readonly trie: NameTrie
}

/** {@link OwnNames} with what they say together. */
export interface NameTable extends OwnNames {
  /** Owners of each entity, ascending; empty for entities that nobody owns. */
  readonly owners: Rows
  /** How many documents the owners of each entity belong to: two units of one document do not make its name ambiguous. */
  readonly owningDocuments: Uint32Array
}

/**
 * Collects the names that units own. Weak ownership of a one-token name that the corpus writes in lower case more often than not inside sentences does not
 * count: a heading “Motivation” names nothing. O(words).
 */
export async function findOwnNames(
  incidences: IncidenceRows,
  entities: StringTable,
  vocabulary: Vocabulary,
  stream: WordStream,
  pacer: Pacer,
): Promise<OwnNames> {
  const isCommon = await commonLowers(vocabulary, stream, pacer)
  const ownedBy = new RowsBuilder(incidences.entities.starts.length)
  const trie = new NameTrie()
  const isNamed = new Uint8Array(entities.size)
  await pacer.inTurns(incidences.entities.starts.length - 1, (unit) => {
    for (let at = incidences.entities.starts[unit]!; at < incidences.entities.starts[unit + 1]!; at++) {
      if (incidences.owned[at] === 0) continue
      const entity = incidences.entities.values[at]!
      const key = entities.at(entity)
      if (incidences.owned[at] !== OWNED_STRONGLY && !key.includes(' ')) {
        const lower = vocabulary.lowers.find(key)
        if (lower !== undefined && isCommon(lower)) continue
      }
      ownedBy.push(entity)
      if (isNamed[entity] === 1) continue
      isNamed[entity] = 1
      trie.add(
        key.split(' ').map((token) => vocabulary.lowers.intern(token)),
        entity,
      )
    }
    ownedBy.endRow()
  })
  return { ownedBy: ownedBy.build(), trie }
}

/** Tells which lower-case forms the corpus writes in lower case more often than not, where position does not make a capital. */
async function commonLowers(
  { facts, lowers }: Vocabulary,
  { sentences }: WordStream,
  pacer: Pacer,
): Promise<(lower: number) => boolean> {
  const surplus = new Int32Array(lowers.size)
  await pacer.inTurns(sentences.starts.length - 1, (sentence) => {
    for (let at = sentences.starts[sentence]! + 1; at < sentences.starts[sentence + 1]!; at++) {
      const word = sentences.values[at]!
      surplus[facts.lowers[word]!]! += (facts.traits[word]! & CAPITAL) === 0 ? 1 : -1
    }
  })
  return (lower) => (surplus[lower] ?? 0) > 0
}

/** @param unitDocuments the document of each unit; units of one document are neighbours. */
export async function joinNames(
  names: OwnNames,
  entityCount: number,
  unitDocuments: Uint32Array,
  pacer: Pacer,
): Promise<NameTable> {
  const owners = await invertRows(names.ownedBy, entityCount, pacer)
  const owningDocuments = new Uint32Array(entityCount)
  await pacer.inTurns(entityCount, (entity) => {
    let last = -1
    for (let at = owners.starts[entity]!; at < owners.starts[entity + 1]!; at++) {
      const document = unitDocuments[owners.values[at]!]!
      if (document !== last) owningDocuments[entity]!++
      last = document
    }
  })
  return { ...names, owners, owningDocuments }
}

/**
 * The names in `row[start .. end)`, longest match first, left to right. In a text the first token is capitalised, and a one-token name touches no other
 * capitalised word; in a question only a one-token name needs its capital. A number alone is never a name.
 */
export function scanNames(
  trie: NameTrie,
  row: WordRow,
  start: number,
  end: number,
  isQuestion: boolean,
  found: (entity: number) => void,
): void {
  for (let at = start; at < end; ) {
    let length = 1
    if (isQuestion || (row.traits[at]! & CAPITAL) !== 0) {
      let longest: number | undefined
      let node = trie.next(0, row.lowers[at]!)
      for (let read = 1; node !== 0; read++) {
        const entity = trie.entityAt(node)
        if (entity !== undefined && (read > 1 || isLoneName(row, start, end, at, isQuestion))) {
          longest = entity
          length = read
        }
        node = at + read < end ? trie.next(node, row.lowers[at + read]!) : 0
      }
      if (longest !== undefined) found(longest)
    }
    at += length
  }
}

function isLoneName({ traits }: WordRow, start: number, end: number, at: number, isQuestion: boolean): boolean {
  if (traits[at] !== CAPITAL) return false
  if (isQuestion) return true
  // The first word of a sentence is capital by position, so it says nothing about its neighbour.
  const touchesBefore = at > start + 1 && (traits[at - 1]! & CAPITAL) !== 0
  const touchesAfter = at + 1 < end && (traits[at + 1]! & CAPITAL) !== 0
  return !touchesBefore && !touchesAfter
}
