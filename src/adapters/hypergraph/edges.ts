import { type Connections, type Edge, type Edges, RELATIONS } from '../../ports/hypergraph.ts'
import type { HypergraphArrays } from './arrays.ts'
import { type EdgeColumns, firstEdges, keepEdges, roomForEdges, withMoreRoom } from './edge-columns.ts'
import { maxSharedUnits, rarity } from './entity-table.ts'
import { type Rows, rowLength, rowOf } from './rows.ts'

/** Being linked to says less than linking, and sharing a rare entity about as much. */
const LINKED_FROM_WEIGHT = 0.7
const SHARES_WEIGHT = 0.7
/** A name that more units mention is a hub: following all of them would cost more than they are worth. */
const MAX_LINKED_FROM = 1000
/** So is the name of a document of very many units. */
const MAX_LINKED_TO = 500

/** Of a unit with more neighbours the strongest edges do: no question costs more than this for each unit that it comes by. Real corpora stay below. */
const MAX_EDGES = 1000

const LINKS_TO = RELATIONS.indexOf('links-to')
const LINKED_FROM = RELATIONS.indexOf('linked-from')
const SHARES = RELATIONS.indexOf('shares')
const MIN_CAPACITY = 256

/**
 * Collects the strongest edge from each of some units to each of its neighbours, in the order in which neighbours are first met. Its memory serves one question
 * after the other: each walks past hundreds of edges, and an object for each would cost more than the walk.
 */
export class EdgeCollector {
  private readonly arrays: HypergraphArrays
  /** For each unit, the place of the edge that leads there, good where `marks` holds the mark of the present origin. */
  private readonly places: Uint32Array
  private readonly marks: Uint32Array
  private mark = 0
  private origin = 0
  private count = 0
  private columns: EdgeColumns = roomForEdges(MIN_CAPACITY)

  constructor(arrays: HypergraphArrays) {
    this.arrays = arrays
    this.places = new Uint32Array(arrays.units.documents.length)
    this.marks = new Uint32Array(arrays.units.documents.length)
  }

  /** @param overlapsOf how much of the question stands in each sentence of a unit. */
  edgesOf(units: readonly number[], overlapsOf: (unit: number) => Float64Array): Edges {
    this.count = 0
    const starts = new Uint32Array(units.length + 1)
    units.forEach((unit, position) => {
      this.collect(unit)
      this.addContexts(starts[position]!, overlapsOf(unit))
      starts[position + 1] = this.count
    })
    const { to, weights, relations, contexts, entities } = firstEdges(this.columns, this.count)
    const { strings } = this.arrays
    return {
      starts,
      to,
      weights,
      relations,
      contexts,
      describe: (edge): Edge => ({
        to: to[edge]!,
        relation: RELATIONS[relations[edge]!]!,
        entity: strings.entities.at(entities[edge]!),
      }),
    }
  }

  /** Appends the edges of a unit, or the strongest of them. */
  private collect(unit: number): void {
    const first = this.count
    this.origin = unit
    this.mark++
    this.offerLinksTo(unit)
    this.offerLinkedFrom(unit)
    this.offerShared(unit)
    if (this.count - first <= MAX_EDGES) return
    const { weights, to } = this.columns
    const all = Array.from({ length: this.count - first }, (_, at) => first + at)
    all.sort((a, b) => weights[b]! - weights[a]! || to[a]! - to[b]!)
    keepEdges(this.columns, first, all.slice(0, MAX_EDGES))
    this.count = first + MAX_EDGES
  }

  private addContexts(first: number, overlaps: Float64Array): void {
    const { contexts, relations, sentenceRows } = this.columns
    for (let edge = first; edge < this.count; edge++)
      contexts[edge] = this.contextOf(relations[edge]!, sentenceRows[edge]!, overlaps)
  }

  private contextOf(relation: number, row: number, overlaps: Float64Array): number {
    if (relation === LINKED_FROM) return 0
    const { mentions, entityTable } = this.arrays
    const { starts, values } = relation === SHARES ? entityTable.sentences : mentions.sentences
    let largest = 0
    for (let at = starts[row]!; at < starts[row + 1]!; at++) largest = Math.max(largest, overlaps[values[at]!]!)
    return largest
  }

  private offer(to: number, relation: number, weight: number, entity: number, sentenceRow: number): void {
    if (to === this.origin) return
    let place = this.places[to]!
    if (this.marks[to] !== this.mark) {
      place = this.count++
      if (place === this.columns.to.length) this.columns = withMoreRoom(this.columns)
      this.marks[to] = this.mark
      this.places[to] = place
      this.columns.to[place] = to
    } else if (this.columns.weights[place]! >= weight) return
    this.columns.weights[place] = weight
    this.columns.relations[place] = relation
    this.columns.entities[place] = entity
    this.columns.sentenceRows[place] = sentenceRow
  }

  private offerLinksTo(unit: number): void {
    const { mentions, names, units } = this.arrays
    const maxDocuments = maxSharedUnits(units.documents.length)
    const { starts, values } = mentions.byUnit
    for (let at = starts[unit]!; at < starts[unit + 1]!; at++) {
      const name = values[at]!
      const documents = names.owningDocuments[name]!
      if (documents > maxDocuments || rowLength(names.owners, name) > MAX_LINKED_TO) continue
      this.offerAll(names.owners, name, LINKS_TO, 1 / documents, name, at)
    }
  }

  private offerLinkedFrom(unit: number): void {
    const { mentions, names } = this.arrays
    const { starts, values } = names.ownedBy
    for (let at = starts[unit]!; at < starts[unit + 1]!; at++) {
      const name = values[at]!
      if (rowLength(mentions.byName, name) > MAX_LINKED_FROM) continue
      const weight = LINKED_FROM_WEIGHT / names.owningDocuments[name]!
      this.offerAll(mentions.byName, name, LINKED_FROM, weight, name, 0)
    }
  }

  private offerShared(unit: number): void {
    const { entityTable, units } = this.arrays
    const { starts, values } = entityTable.byUnit
    for (let at = starts[unit]!; at < starts[unit + 1]!; at++) {
      const entity = values[at]!
      const weight = SHARES_WEIGHT * rarity(entityTable, entity, units.documents.length)
      this.offerAll(entityTable.byEntity, entity, SHARES, weight, entity, at)
    }
  }

  private offerAll(
    { starts, values }: Rows,
    row: number,
    relation: number,
    weight: number,
    entity: number,
    sentenceRow: number,
  ): void {
    for (let at = starts[row]!; at < starts[row + 1]!; at++) {
      this.offer(values[at]!, relation, weight, entity, sentenceRow)
    }
  }
}

/** How a unit is connected to others, without walking to any of them. */
export function connectionsOfUnit({ mentions, names, entityTable }: HypergraphArrays, unit: number): Connections {
  let fewestOwners = Number.POSITIVE_INFINITY
  const consider = (name: number): void => {
    fewestOwners = Math.min(fewestOwners, names.owningDocuments[name]!)
  }
  for (const name of rowOf(mentions.byUnit, unit)) consider(name)
  for (const name of rowOf(names.ownedBy, unit)) if (rowLength(mentions.byName, name) > 0) consider(name)
  return { strongestLink: 1 / fewestOwners, sharedEntities: rowLength(entityTable.byUnit, unit) }
}
