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

interface NamePattern {
  readonly entity: number
  readonly lowers: readonly number[]
}

/** All own names, ready for longest-match scans. */
export class NameTable {
  /** Owners of each entity, ascending; empty for entities that nobody owns. */
  readonly owners: Rows
  /** Names of each unit. */
  readonly ownedBy: Rows
  readonly nameCount: number
  /** Names by the id of their first token, longest first. */
  private readonly patterns = new Map<number, NamePattern[]>()

  constructor(ownerships: readonly Ownership[], entities: Interner, vocabulary: Vocabulary, unitCount: number) {
    this.ownedBy = rowsByUnit(ownerships, unitCount)
    this.owners = invertRows(this.ownedBy, entities.size)
    for (const entity of new Set(this.ownedBy.values)) {
      const lowers = entities.strings[entity]!.split(' ').map((token) => vocabulary.lowers.intern(token))
      const siblings = this.patterns.get(lowers[0]!)
      if (siblings) siblings.push({ entity, lowers })
      else this.patterns.set(lowers[0]!, [{ entity, lowers }])
    }
    this.nameCount = new Set(this.ownedBy.values).size
    for (const siblings of this.patterns.values()) siblings.sort((a, b) => b.lowers.length - a.lowers.length)
  }

  /**
   * The names in `row[start .. end)`, longest match first, left to right. In a text the first token is capitalised, and a one-token name touches no other
   * capitalised word; in a question only a one-token name needs its capital. A number alone is never a name.
   */
  scan(row: WordRow, start: number, end: number, isQuestion: boolean): readonly number[] {
    const found: number[] = []
    for (let at = start; at < end; ) {
      const pattern =
        isQuestion || (row.traits[at]! & CAPITAL) !== 0 ? this.patternAt(row, start, end, at, isQuestion) : undefined
      if (pattern) found.push(pattern.entity)
      at += pattern?.lowers.length ?? 1
    }
    return found
  }

  private patternAt(
    row: WordRow,
    start: number,
    end: number,
    at: number,
    isQuestion: boolean,
  ): NamePattern | undefined {
    return this.patterns.get(row.lowers[at]!)?.find(({ lowers }) => {
      if (at + lowers.length > end) return false
      for (let offset = 1; offset < lowers.length; offset++)
        if (row.lowers[at + offset] !== lowers[offset]) return false
      return lowers.length > 1 || isLoneName(row, start, end, at, isQuestion)
    })
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

/** Scans every sentence of every unit for names. O(words × names that begin with the word). */
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
