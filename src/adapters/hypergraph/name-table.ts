import { invertRows, type Rows, RowsBuilder } from './rows.ts'
import type { Interner, Vocabulary } from './vocabulary.ts'
import { CAPITAL, type WordRow } from './word-row.ts'
import type { WordStream } from './word-stream.ts'

/** Who owns a name: entity id to units, ascending, and whether a capitalised title says so. */
export interface Ownership {
  readonly unit: number
  readonly entity: number
  readonly isStrong: boolean
}

/** What may follow the tokens read so far, and the name that they make. */
interface NameNode {
  entity: number | undefined
  readonly next: Map<number, NameNode>
}

interface NameMatch {
  readonly entity: number
  readonly length: number
}

/** All own names, ready for longest-match scans. */
export class NameTable {
  /** Owners of each entity, ascending; empty for entities that nobody owns. */
  readonly owners: Rows
  /** Names of each unit. */
  readonly ownedBy: Rows
  /** How many documents the owners of each entity belong to: two units of one document do not make its name ambiguous. */
  readonly owningDocuments: Uint32Array
  readonly nameCount: number
  /** A trie over the ids of tokens, so that a scan costs the same however many names begin with one word. */
  private readonly root: NameNode = { entity: undefined, next: new Map() }

  /** @param unitDocuments the document of each unit; units of one document are neighbours. */
  constructor(
    ownerships: readonly Ownership[],
    entities: Interner,
    vocabulary: Vocabulary,
    unitDocuments: readonly number[],
  ) {
    this.ownedBy = rowsByUnit(ownerships, unitDocuments.length)
    this.owners = invertRows(this.ownedBy, entities.size)
    this.owningDocuments = countDocuments(this.owners, unitDocuments)
    const named = new Set(this.ownedBy.values)
    this.nameCount = named.size
    for (const entity of named) {
      let node = this.root
      for (const token of entities.strings[entity]!.split(' ')) node = childOf(node, vocabulary.lowers.intern(token))
      node.entity = entity
    }
  }

  /**
   * The names in `row[start .. end)`, longest match first, left to right. In a text the first token is capitalised, and a one-token name touches no other
   * capitalised word; in a question only a one-token name needs its capital. A number alone is never a name.
   */
  scan(row: WordRow, start: number, end: number, isQuestion: boolean): readonly number[] {
    const found: number[] = []
    for (let at = start; at < end; ) {
      const match =
        isQuestion || (row.traits[at]! & CAPITAL) !== 0 ? this.matchAt(row, start, end, at, isQuestion) : undefined
      if (match) found.push(match.entity)
      at += match?.length ?? 1
    }
    return found
  }

  /** The longest name that begins at a word. */
  private matchAt(row: WordRow, start: number, end: number, at: number, isQuestion: boolean): NameMatch | undefined {
    let longest: NameMatch | undefined
    let node = this.root.next.get(row.lowers[at]!)
    for (let length = 1; node !== undefined; length++) {
      const { entity } = node
      if (entity !== undefined && (length > 1 || isLoneName(row, start, end, at, isQuestion)))
        longest = { entity, length }
      node = at + length < end ? node.next.get(row.lowers[at + length]!) : undefined
    }
    return longest
  }
}

function childOf(node: NameNode, token: number): NameNode {
  const known = node.next.get(token)
  if (known) return known
  const child: NameNode = { entity: undefined, next: new Map() }
  node.next.set(token, child)
  return child
}

function isLoneName({ traits }: WordRow, start: number, end: number, at: number, isQuestion: boolean): boolean {
  if (traits[at] !== CAPITAL) return false
  if (isQuestion) return true
  // The first word of a sentence is capital by position, so it says nothing about its neighbour.
  const touchesBefore = at > start + 1 && (traits[at - 1]! & CAPITAL) !== 0
  const touchesAfter = at + 1 < end && (traits[at + 1]! & CAPITAL) !== 0
  return !touchesBefore && !touchesAfter
}

function countDocuments(owners: Rows, unitDocuments: readonly number[]): Uint32Array {
  const counts = new Uint32Array(owners.starts.length - 1)
  for (let entity = 0; entity < counts.length; entity++) {
    let last = -1
    for (let at = owners.starts[entity]!; at < owners.starts[entity + 1]!; at++) {
      const document = unitDocuments[owners.values[at]!]!
      if (document !== last) counts[entity]!++
      last = document
    }
  }
  return counts
}

function rowsByUnit(ownerships: readonly Ownership[], unitCount: number): Rows {
  const builder = new RowsBuilder()
  let next = 0
  for (let unit = 0; unit < unitCount; unit++) {
    while (ownerships[next]?.unit === unit) builder.push(ownerships[next++]!.entity)
    builder.endRow()
  }
  return builder.build()
}

/**
 * Drops weak ownership of one-token names that the corpus writes in lower case more often than not inside sentences: a heading “Motivation” names nothing.
 * @param ownerships ordered by unit.
 */
export function dropCommonWords(
  ownerships: readonly Ownership[],
  entities: Interner,
  vocabulary: Vocabulary,
  stream: WordStream,
  row: WordRow,
): readonly Ownership[] {
  const capitals = new Uint32Array(vocabulary.lowers.size)
  const lowers = new Uint32Array(vocabulary.lowers.size)
  for (let sentence = 0; sentence + 1 < stream.sentenceWords.length; sentence++) {
    for (let at = stream.sentenceWords[sentence]! + 1; at < stream.sentenceWords[sentence + 1]!; at++) {
      if ((row.traits[at]! & CAPITAL) !== 0) capitals[row.lowers[at]!]!++
      else lowers[row.lowers[at]!]!++
    }
  }
  return ownerships.filter(({ entity, isStrong }) => {
    const key = entities.strings[entity]!
    if (isStrong || key.includes(' ')) return true
    const lower = vocabulary.lowers.find(key)
    return lower === undefined || lowers[lower]! <= capitals[lower]!
  })
}

/** Names that each unit mentions without owning them, each with its sentences. */
export interface Mentions {
  /** Names of each unit, in order of first mention. */
  readonly byUnit: Rows
  /** For each value of `byUnit`, a row of sentence numbers. */
  readonly sentences: Rows
  /** Units that mention each entity, ascending. */
  readonly byName: Rows
}

/** Scans every sentence of every unit for names. O(words × tokens of the longest name). */
export function findMentions(names: NameTable, stream: WordStream, words: WordRow, entityCount: number): Mentions {
  const byUnit = new RowsBuilder()
  const sentences = new RowsBuilder()
  for (let unit = 0; unit + 1 < stream.unitSentences.length; unit++) {
    const found = new Map<number, number[]>()
    const own = new Set(names.ownedBy.values.subarray(names.ownedBy.starts[unit]!, names.ownedBy.starts[unit + 1]!))
    for (let row = stream.unitSentences[unit]!; row < stream.unitSentences[unit + 1]!; row++) {
      for (const entity of names.scan(words, stream.sentenceWords[row]!, stream.sentenceWords[row + 1]!, false)) {
        if (own.has(entity)) continue
        const sentence = row - stream.unitSentences[unit]!
        const known = found.get(entity)
        if (!known) found.set(entity, [sentence])
        else if (known.at(-1) !== sentence) known.push(sentence)
      }
    }
    for (const [entity, mentioned] of found) {
      byUnit.push(entity)
      for (const sentence of mentioned) sentences.push(sentence)
      sentences.endRow()
    }
    byUnit.endRow()
  }
  const rows = byUnit.build()
  return { byUnit: rows, sentences: sentences.build(), byName: invertRows(rows, entityCount) }
}
