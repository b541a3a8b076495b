import type { Connections, Edge, Relation } from '../../ports/hypergraph.ts'
import type { HypergraphArrays } from './arrays.ts'
import { maxSharedUnits, rarity } from './entity-table.ts'
import { rowLength, rowOf } from './rows.ts'

/** Being linked to says less than linking, and sharing a rare entity about as much. */
const LINKED_FROM_WEIGHT = 0.7
const SHARES_WEIGHT = 0.7
/** A name that more units mention is a hub: following all of them would cost more than they are worth. */
const MAX_LINKED_FROM = 1000
/** So is the name of a document of very many units. */
const MAX_LINKED_TO = 500

/** Of a unit with more neighbours the strongest edges do: no question costs more than this for each unit that it comes by. Real corpora stay below. */
const MAX_EDGES = 1000

/** The strongest edge from one unit to each of its neighbours, in a fixed order. */
export function edgesOfUnit(arrays: HypergraphArrays, unit: number): readonly Edge[] {
  const strongest = new Map<number, Edge>()
  const offer = (
    to: number,
    relation: Relation,
    weight: number,
    entity: number,
    sentences: readonly number[],
  ): void => {
    if (to === unit) return
    const known = strongest.get(to)
    if (known && known.weight >= weight) return
    strongest.set(to, { to, relation, weight, entity: arrays.strings.entities.at(entity), sentences })
  }
  offerLinksTo(arrays, unit, offer)
  offerLinkedFrom(arrays, unit, offer)
  offerShared(arrays, unit, offer)
  const edges = Array.from(strongest.values())
  if (edges.length <= MAX_EDGES) return edges
  return edges.sort((a, b) => b.weight - a.weight || a.to - b.to).slice(0, MAX_EDGES)
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

type Offer = (to: number, relation: Relation, weight: number, entity: number, sentences: readonly number[]) => void

function offerLinksTo({ mentions, names, units }: HypergraphArrays, unit: number, offer: Offer): void {
  const maxDocuments = maxSharedUnits(units.documents.length)
  for (let at = mentions.byUnit.starts[unit]!; at < mentions.byUnit.starts[unit + 1]!; at++) {
    const name = mentions.byUnit.values[at]!
    const owners = rowOf(names.owners, name)
    const documents = names.owningDocuments[name]!
    if (documents > maxDocuments || owners.length > MAX_LINKED_TO) continue
    const sentences = Array.from(rowOf(mentions.sentences, at))
    for (const owner of owners) offer(owner, 'links-to', 1 / documents, name, sentences)
  }
}

function offerLinkedFrom({ mentions, names }: HypergraphArrays, unit: number, offer: Offer): void {
  for (const name of rowOf(names.ownedBy, unit)) {
    const mentioning = rowOf(mentions.byName, name)
    if (mentioning.length > MAX_LINKED_FROM) continue
    const weight = LINKED_FROM_WEIGHT / names.owningDocuments[name]!
    for (const from of mentioning) offer(from, 'linked-from', weight, name, [])
  }
}

function offerShared({ entityTable, units }: HypergraphArrays, unit: number, offer: Offer): void {
  for (let at = entityTable.byUnit.starts[unit]!; at < entityTable.byUnit.starts[unit + 1]!; at++) {
    const entity = entityTable.byUnit.values[at]!
    const weight = SHARES_WEIGHT * rarity(entityTable, entity, units.documents.length)
    const sentences = Array.from(rowOf(entityTable.sentences, at))
    for (const sharing of rowOf(entityTable.byEntity, entity)) offer(sharing, 'shares', weight, entity, sentences)
  }
}
