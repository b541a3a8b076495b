/** Edges of one unit, a column for each property. */
export interface EdgeColumns {
  readonly to: Uint32Array
  readonly weights: Float64Array
  /** Indexes into the relations of the port. */
  readonly relations: Uint8Array
  readonly entities: Uint32Array
  /** Rows of the sentences that mention the entity; of no meaning for an edge that leads back. */
  readonly sentenceRows: Uint32Array
}

export function roomForEdges(count: number): EdgeColumns {
  return {
    to: new Uint32Array(count),
    weights: new Float64Array(count),
    relations: new Uint8Array(count),
    entities: new Uint32Array(count),
    sentenceRows: new Uint32Array(count),
  }
}

export function withMoreRoom(columns: EdgeColumns): EdgeColumns {
  const larger = roomForEdges(2 * columns.to.length)
  larger.to.set(columns.to)
  larger.weights.set(columns.weights)
  larger.relations.set(columns.relations)
  larger.entities.set(columns.entities)
  larger.sentenceRows.set(columns.sentenceRows)
  return larger
}

export function firstEdges(
  { to, weights, relations, entities, sentenceRows }: EdgeColumns,
  count: number,
): EdgeColumns {
  return {
    to: to.slice(0, count),
    weights: weights.slice(0, count),
    relations: relations.slice(0, count),
    entities: entities.slice(0, count),
    sentenceRows: sentenceRows.slice(0, count),
  }
}

export function chosenEdges(columns: EdgeColumns, edges: readonly number[]): EdgeColumns {
  const { to, weights, relations, entities, sentenceRows } = columns
  return {
    to: Uint32Array.from(edges, (edge) => to[edge]!),
    weights: Float64Array.from(edges, (edge) => weights[edge]!),
    relations: Uint8Array.from(edges, (edge) => relations[edge]!),
    entities: Uint32Array.from(edges, (edge) => entities[edge]!),
    sentenceRows: Uint32Array.from(edges, (edge) => sentenceRows[edge]!),
  }
}
