import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Store } from '../../../ports/store.ts'
import type { VectorIndex } from '../../../ports/vector-index.ts'

/** Vectors in one reading of the store: some megabytes, and some milliseconds in which nothing else has its turn. */
const PAGE_VECTORS = 2_000

/**
 * A vector index that follows a store. A hyperedge keeps its id and its vector for life, and no id is given twice, so the ids alone tell what has changed, whoever
 * changed it. Cost of following: nothing while the generation stays; then one pass over the ids, and the vectors that are new.
 */
export class SyncedVectors {
  readonly index: VectorIndex
  /** Ascending. What the index holds; after a failure it may hold more and less, which following again puts right. */
  #ids: Float64Array
  #generation = -1
  #running: Promise<void> | undefined

  /** @param ids what the index holds already, ascending. */
  constructor(index: VectorIndex, ids: Float64Array = new Float64Array()) {
    this.index = index
    this.#ids = ids
  }

  /** Brings the index to the state of the store at the time of the call, or a later one. Callers that come meanwhile share the work. */
  async follow(store: Store): Promise<void> {
    const generation = await store.generation()
    while (this.#generation < generation) {
      this.#running ??= this.#step(store).finally(() => {
        this.#running = undefined
      })
      await this.#running
    }
  }

  async #step(store: Store): Promise<void> {
    const { generation, ids } = await readIds(store)
    const { added, removed } = difference(this.#ids, ids)
    await this.index.remove(removed)
    for await (const page of readVectors(store, added)) await this.index.add(page.ids, page.vectors)
    this.#ids = ids
    this.#generation = generation
  }
}

/** The ids of all hyperedges in one state of the store, ascending. */
export async function readIds(store: Store): Promise<{ readonly generation: number; readonly ids: Float64Array }> {
  const snapshot = await store.snapshot()
  try {
    const pages: (readonly number[])[] = []
    for await (const page of snapshot.hyperedgeIds()) pages.push(page)
    const ids = new Float64Array(pages.reduce((sum, page) => sum + page.length, 0))
    let start = 0
    for (const page of pages) {
      ids.set(page, start)
      start += page.length
    }
    return { generation: snapshot.generation, ids: ids.sort() }
  } finally {
    await snapshot.close()
  }
}

/** The vectors of these ids, page by page; those that have gone meanwhile are left out. Other work gets its turn between pages. */
export async function* readVectors(
  store: Store,
  ids: ArrayLike<number>,
): AsyncGenerator<{ readonly ids: readonly number[]; readonly vectors: Float32Array<ArrayBuffer> }> {
  for (let start = 0; start < ids.length; start += PAGE_VECTORS) {
    yield await store.readEmbeddings(Array.prototype.slice.call(ids, start, start + PAGE_VECTORS))
    await nextTurn()
  }
}

/** Both ascending. Cost: one pass. */
function difference(
  before: Float64Array,
  after: Float64Array,
): { readonly added: readonly number[]; readonly removed: readonly number[] } {
  const added: number[] = []
  const removed: number[] = []
  let old = 0
  for (const id of after) {
    while (old < before.length && before[old]! < id) {
      removed.push(before[old]!)
      old += 1
    }
    if (before[old] === id) old += 1
    else added.push(id)
  }
  for (; old < before.length; old += 1) removed.push(before[old]!)
  return { added, removed }
}
