/** Edges, a column for each property. */
export interface EdgeColumns {
  readonly to: Uint32Array
  readonly weights: Float64Array
  /** Indexes into the relations of the port. */
  readonly relations: Uint8Array
  readonly contexts: Float64Array
  readonly entities: Uint32Array
  /** Rows of the sentences that mention the entity; of no meaning for an edge that leads back. */
  readonly sentenceRows: Uint32Array
}

export function roomForEdges(count: number): EdgeColumns {
  return {
    to: new Uint32Array(count),
    weights: new Float64Array(count),
    relations: new Uint8Array(count),
    contexts: new Float64Array(count),
    entities: new Uint32Array(count),
    sentenceRows: new Uint32Array(count),
  }
}

export function withMoreRoom(columns: EdgeColumns): EdgeColumns {
  const larger = roomForEdges(2 * columns.to.length)
  for (const name of COLUMNS) larger[name].set(columns[name])
  return larger
}

/** A copy of the first edges. */
export function firstEdges(columns: EdgeColumns, count: number): Omit<EdgeColumns, 'sentenceRows'> {
  return {
    to: columns.to.slice(0, count),
    weights: columns.weights.slice(0, count),
    relations: columns.relations.slice(0, count),
    contexts: columns.contexts.slice(0, count),
    entities: columns.entities.slice(0, count),
  }
}

/** Moves the edges `kept`, in their order, to the places from `first` on. */
export function keepEdges(columns: EdgeColumns, first: number, kept: readonly number[]): void {
  for (const name of COLUMNS) {
    const column = columns[name]
    column.set(
      kept.map((edge) => column[edge]!),
      first,
    )
  }
}

const COLUMNS = ['to', 'weights', 'relations', 'contexts', 'entities', 'sentenceRows'] as const
