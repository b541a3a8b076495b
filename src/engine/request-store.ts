import { OpeningMemory } from '../converse/memory/opening-memory.ts'
import type { Original } from '../domain/document.ts'
import type { RequestMemory, RequestMemoryRecord } from '../ports/request-memory.ts'
import type { ArchivedOriginal, Store } from '../ports/store.ts'
import { isStoreFailure } from './store-failure.ts'

/** Where requests keep what they leave out, and what was decided about them. */
export interface RequestStore extends RequestMemory {
  archive(original: Original): Promise<ArchivedOriginal>
  /** @returns undefined where there is no such original. */
  findOriginal(idOrAlias: string): Promise<Original | undefined>
}

const openings = new WeakMap<Store, OpeningMemory>()

/**
 * The store, and behind it the memory of this opening of it, which takes what the store does not: one that is read only, or that fails. So a request is shortened in the same way,
 * and led back to, as long as the index is open. Errors: `INDEX_CLOSED` and defects alone.
 */
export function requestStore(store: Store): RequestStore {
  const opening = openings.get(store) ?? new OpeningMemory()
  openings.set(store, opening)
  return {
    archive: (original) =>
      unlessFailed(
        () => store.archive(original),
        () => opening.archive(original),
      ),
    rememberRequest: (record) =>
      unlessFailed(
        () => store.rememberRequest(record),
        () => opening.rememberRequest(record),
      ),
    async recallRequest(keys) {
      const stored = await unlessFailed(
        () => store.recallRequest(keys),
        () => undefined,
      )
      return longest(keys, await opening.recallRequest(keys), stored)
    },
    async findOriginal(idOrAlias) {
      const storedId = await store.resolveOriginal(idOrAlias)
      if (storedId !== undefined) return store.readOriginal(storedId)
      const id = opening.resolveOriginal(idOrAlias)
      return id === undefined ? undefined : opening.readOriginal(id)
    },
  }
}

/** The record of the earlier key; of one key, that of the greater revision. */
function longest(
  keys: readonly string[],
  left: RequestMemoryRecord | undefined,
  right: RequestMemoryRecord | undefined,
): RequestMemoryRecord | undefined {
  if (left === undefined || right === undefined) return left ?? right
  if (left.key === right.key) return left.revision > right.revision ? left : right
  return keys.indexOf(left.key) < keys.indexOf(right.key) ? left : right
}

async function unlessFailed<Result>(
  work: () => Promise<Result>,
  otherwise: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (isStoreFailure(error)) return otherwise()
    throw error
  }
}
