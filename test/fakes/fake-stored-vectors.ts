import { SyncedVectors } from '../../src/adapters/vectors/stored/synced-vectors.ts'
import type { Store } from '../../src/ports/store.ts'
import type { StoredVectors } from '../../src/ports/vector-index.ts'
import { FakeVectorIndex } from './fake-vector-index.ts'

/** The vectors of a store behind an index that is too simple to be wrong; nothing ever runs in the background. */
export function fakeStoredVectors(store: Store): StoredVectors {
  let synced: SyncedVectors | undefined
  const current: StoredVectors['current'] = async (dimensions) => {
    synced ??= new SyncedVectors(new FakeVectorIndex(dimensions))
    await synced.follow(store)
    return synced.index
  }
  return {
    current,
    async prepare(dimensions) {
      await current(dimensions)
    },
    async status() {
      return {
        serving: synced ? 'exact' : 'none',
        vectors: synced?.index.size ?? 0,
        building: false,
        graphFromVectors: Number.POSITIVE_INFINITY,
        savedGenerations: [],
      }
    },
    damagedGraphs: async () => [],
    async discardDamagedGraphs() {},
    async settled() {},
    async close() {},
  }
}
