import { STOP_WORDS } from '../../domain/text/stop-words.ts'
import type { IncidenceRows } from './incidence-rows.ts'
import type { Pacer } from './pacer.ts'
import { invertRows, type Rows, RowsBuilder, rowLength, rowOf } from './rows.ts'
import type { StringTable } from './string-table.ts'

/** Longer runs are sentences in capitals; their parts say nothing. */
const MAX_SPLIT_TOKENS = 9

/** An entity in many units joins everything to everything: at most this share of the corpus, within these bounds. */
const MAX_SHARED_UNITS = 50
const MIN_SHARED_UNITS = 5
const MAX_SHARED_SHARE = 0.02

export function maxSharedUnits(unitCount: number): number {
  return Math.min(MAX_SHARED_UNITS, Math.max(MIN_SHARED_UNITS, MAX_SHARED_SHARE * unitCount))
}

/** Entities shared by at least two and not too many units, by unit. */
export interface SharedEntities {
  /** Entities of each unit, in order of first mention. */
  readonly byUnit: Rows
  /** For each value of `byUnit`, a row of sentence numbers. */
  readonly sentences: Rows
}

/** {@link SharedEntities} by unit and by entity. */
export interface EntityTable extends SharedEntities {
  /** Units of each entity, ascending. */
  readonly byEntity: Rows
}

/** Keeps the entities that join units, those that longer ones contain included. O(incidences). */
export async function findSharedEntities(
  incidences: IncidenceRows,
  entities: StringTable,
  pacer: Pacer,
): Promise<SharedEntities> {
  const unitCount = incidences.entities.starts.length - 1
  const contained = await containedEntities(incidences.entities, entities, pacer)
  const frequencies = new Uint32Array(entities.size)
  await pacer.inTurns(unitCount, (unit) => {
    for (const entity of entitiesOfUnit(incidences, contained, unit).keys()) frequencies[entity]!++
  })
  const maxUnits = maxSharedUnits(unitCount)
  const byUnit = new RowsBuilder(unitCount)
  const sentences = new RowsBuilder()
  await pacer.inTurns(unitCount, (unit) => {
    for (const [entity, mentioned] of entitiesOfUnit(incidences, contained, unit)) {
      if (frequencies[entity]! < 2 || frequencies[entity]! > maxUnits) continue
      byUnit.push(entity)
      for (const sentence of mentioned) sentences.push(sentence)
      sentences.endRow()
    }
    byUnit.endRow()
  })
  return { byUnit: byUnit.build(), sentences: sentences.build() }
}

export async function joinEntities(shared: SharedEntities, entityCount: number, pacer: Pacer): Promise<EntityTable> {
  return { ...shared, byEntity: await invertRows(shared.byUnit, entityCount, pacer) }
}

/**
 * For each entity that is mentioned, the shorter mentioned entities that its tokens contain (two tokens or more, no stop word at either end): who mentions
 * “University of Oxford Press” mentions “University of Oxford”, if anybody speaks of that.
 */
async function containedEntities(mentions: Rows, entities: StringTable, pacer: Pacer): Promise<Rows> {
  const isMentioned = new Uint8Array(entities.size)
  for (let at = 0; at < mentions.values.length; at++) isMentioned[mentions.values[at]!] = 1
  const rows = new RowsBuilder(entities.size)
  await pacer.inTurns(entities.size, (id) => {
    if (isMentioned[id]) {
      for (const part of partsOf(entities.at(id))) {
        const found = entities.find(part)
        if (found !== undefined && isMentioned[found] && found !== id) rows.push(found)
      }
    }
    rows.endRow()
  })
  return rows.build()
}

/** The distinct runs of tokens in a key that may be entities themselves. */
function partsOf(key: string): Iterable<string> {
  const tokens = key.split(' ')
  const parts = new Set<string>()
  if (tokens.length < 3 || tokens.length > MAX_SPLIT_TOKENS) return parts
  for (let start = 0; start < tokens.length; start++) {
    for (let end = start + 2; end <= tokens.length; end++) {
      if (STOP_WORDS.has(tokens[start]!) || STOP_WORDS.has(tokens[end - 1]!)) continue
      parts.add(tokens.slice(start, end).join(' '))
    }
  }
  return parts
}

/** Entities of one unit with the sentences that mention them, in order of first mention, then what they contain. */
function entitiesOfUnit(
  { entities, sentences }: IncidenceRows,
  contained: Rows,
  unit: number,
): ReadonlyMap<number, Uint32Array> {
  const found = new Map<number, Uint32Array>()
  const start = entities.starts[unit]!
  const end = entities.starts[unit + 1]!
  for (let at = start; at < end; at++) found.set(entities.values[at]!, rowOf(sentences, at))
  for (let at = start; at < end; at++) {
    const mentioned = rowOf(sentences, at)
    for (const part of rowOf(contained, entities.values[at]!)) {
      const known = found.get(part)
      found.set(part, known ? mergeAscending(known, mentioned) : mentioned)
    }
  }
  return found
}

function mergeAscending(first: Uint32Array, second: Uint32Array): Uint32Array {
  return Uint32Array.from(new Set([...first, ...second])).sort()
}

/** Strength of sharing an entity: the rarer, the stronger. In (0, 1). */
export function rarity(table: EntityTable, entity: number, unitCount: number): number {
  return Math.log(unitCount / rowLength(table.byEntity, entity)) / Math.log(unitCount)
}
