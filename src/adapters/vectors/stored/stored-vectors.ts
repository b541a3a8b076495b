import type { Store } from '../../../ports/store.ts'
import type { StoredVectors, VectorIndex, VectorStatus } from '../../../ports/vector-index.ts'
import { createExactVectorIndex } from '../exact/exact-vector-index.ts'
import { SyncedVectors } from './synced-vectors.ts'

export interface StoredVectorsOptions {
  readonly store: Store
}

/** The vectors of a store behind the exact index. */
export function createStoredVectors(options: StoredVectorsOptions): StoredVectors {
  return new StoreFollower(options)
}

class StoreFollower implements StoredVectors {
  readonly #store: Store
  #served: SyncedVectors | undefined

  constructor({ store }: StoredVectorsOptions) {
    this.#store = store
  }

  async current(dimensions: number): Promise<VectorIndex> {
    this.#served ??= new SyncedVectors(createExactVectorIndex(dimensions))
    const served = this.#served
    await served.follow(this.#store)
    return served.index
  }

  async status(): Promise<VectorStatus> {
    return this.#served ? { serving: 'exact', vectors: this.#served.index.size } : { serving: 'none', vectors: 0 }
  }

  async close(): Promise<void> {}
}
