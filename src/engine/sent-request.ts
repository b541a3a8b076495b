import type { Beginning } from '../converse/assemble/prefix-chain.ts'
import { sharedTokens } from '../converse/assemble/prefix-chain.ts'
import { unitChain } from '../converse/memory/unit-chain.ts'
import type { EngineParts } from './parts.ts'
import type { RequestCall } from './request-call.ts'

/**
 * Compares a request with the last one of its conversation, and remembers its beginnings for the next one: by hashes alone.
 * @returns tokens that begin as the last one did; null for the first.
 */
export async function compareWithLast(
  beginnings: readonly Beginning[],
  { history: { remembered, store } }: RequestCall,
  { clock }: EngineParts,
): Promise<number | null> {
  const chain = unitChain(remembered.units, 'sent')
  const key = chain.at(-1)
  if (key === undefined) return null
  // A request that is made again is no later one.
  const last = await store.recallRequest(chain.slice(0, -1).reverse())
  const shared = last === undefined ? null : sharedTokens(beginnings, hashesIn(last.data))
  await store.rememberRequest({
    key,
    previousKey: last?.key ?? null,
    revision: (last?.revision ?? 0) + 1,
    recordedAtMs: clock.nowMs(),
    originalIds: [],
    data: { ends: beginnings.filter(({ ends }) => ends !== null).map(({ sha256 }) => sha256) },
  })
  return shared
}

/** What somebody else may have written is no hash of ours, and meets none. */
function hashesIn(data: unknown): ReadonlySet<string> {
  if (typeof data !== 'object' || data === null || !('ends' in data) || !Array.isArray(data.ends)) return new Set()
  return new Set(data.ends.filter((end: unknown) => typeof end === 'string'))
}
