import { STOP_WORDS } from '../../domain/text/stop-words.ts'
import { invertRows, type Rows, RowsBuilder, rowLength } from './rows.ts'
import type { Interner } from './vocabulary.ts'

/** Longer runs are sentences in capitals; their parts say nothing. */
const MAX_SPLIT_TOKENS = 9

/** An entity in many units joins everything to everything: at most this share of the corpus, within these bounds. */
const MAX_SHARED_UNITS = 50
const MIN_SHARED_UNITS = 5
const MAX_SHARED_SHARE = 0.02

export function maxSharedUnits(unitCount: number): number {
  return Math.min(MAX_SHARED_UNITS, Math.max(MIN_SHARED_UNITS, MAX_SHARED_SHARE * unitCount))
}

/** Entities shared by at least two and not too many units, by unit and by entity. */
export interface EntityTable {
  /** Entities of each unit, in order of first mention. */
  readonly byUnit: Rows
  /** For each value of `byUnit`, a row of sentence numbers. */
  readonly sentences: Rows
  /** Units of each entity, ascending. */
  readonly byEntity: Rows
}

/** Entity to the sentences that mention it, for one unit, in order of first mention. */
export type UnitEntities = Map<number, readonly number[]>

/**
 * For each entity, the shorter entities that its tokens contain (two tokens or more, no stop word at either end): who mentions “University of Oxford Press”
 * mentions “University of Oxford”, if anybody speaks of that.
 */
export function containedEntities(entities: Interner): readonly (readonly number[])[] {
  return entities.strings.map((key, id) => {
    const tokens = key.split(' ')
    if (tokens.length < 3 || tokens.length > MAX_SPLIT_TOKENS) return []
    const contained = new Set<number>()
    for (let start = 0; start < tokens.length; start++) {
      for (let end = start + 2; end <= tokens.length; end++) {
        if (STOP_WORDS.has(tokens[start]!) || STOP_WORDS.has(tokens[end - 1]!)) continue
        const found = entities.find(tokens.slice(start, end).join(' '))
        if (found !== undefined && found !== id) contained.add(found)
      }
    }
    return Array.from(contained)
  })
}

/** Keeps the entities that join units. Rows of entities that do not are empty. */
export function buildEntityTable(units: readonly UnitEntities[], entityCount: number): EntityTable {
  const frequencies = new Uint32Array(entityCount)
  for (const unit of units) for (const entity of unit.keys()) frequencies[entity]!++
  const maxUnits = maxSharedUnits(units.length)
  const byUnit = new RowsBuilder()
  const sentences = new RowsBuilder()
  for (const unit of units) {
    for (const [entity, mentioned] of unit) {
      if (frequencies[entity]! < 2 || frequencies[entity]! > maxUnits) continue
      byUnit.push(entity)
      for (const sentence of mentioned) sentences.push(sentence)
      sentences.endRow()
    }
    byUnit.endRow()
  }
  const rows = byUnit.build()
  return { byUnit: rows, sentences: sentences.build(), byEntity: invertRows(rows, entityCount) }
}

/** Strength of sharing an entity: the rarer, the stronger. In (0, 1). */
export function rarity(table: EntityTable, entity: number, unitCount: number): number {
  return Math.log(unitCount / rowLength(table.byEntity, entity)) / Math.log(unitCount)
}
