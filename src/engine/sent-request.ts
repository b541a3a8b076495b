import type { Beginning } from '../converse/assemble/prefix-chain.ts'
import { sharedTokens } from '../converse/assemble/prefix-chain.ts'
import { unitChain } from '../converse/memory/unit-chain.ts'
import type { EngineParts } from './parts.ts'
import type { RequestHistory } from './request-history.ts'

/** What the next request of a conversation has to know of the last one: hashes of its beginnings, and names of tools. */
export interface SentRequest {
  readonly ends: ReadonlySet<string>
  readonly leftOut: readonly string[]
}

/**
 * Compares a request with the last one of its conversation, and remembers what the next one has to know of it.
 * @param leftOut names of the tools that it does without.
 * @returns tokens that begin as the last one did; null for the first.
 */
export async function compareWithLast(
  beginnings: readonly Beginning[],
  leftOut: readonly string[],
  { remembered, store }: RequestHistory,
  { clock }: EngineParts,
): Promise<number | null> {
  const chain = unitChain(remembered.units, 'sent')
  const key = chain.at(-1)
  if (key === undefined) return null
  // A request that is made again is no later one.
  const last = await store.recallRequest(chain.slice(0, -1).reverse())
  const shared = last === undefined ? null : sharedTokens(beginnings, readSent(last.data).ends)
  await store.rememberRequest({
    key,
    previousKey: last?.key ?? null,
    revision: (last?.revision ?? 0) + 1,
    recordedAtMs: clock.nowMs(),
    originalIds: [],
    data: { ends: beginnings.filter(({ ends }) => ends !== null).map(({ sha256 }) => sha256), leftOut },
  })
  return shared
}

/** What somebody else may have written is no hash of ours and meets none, and no name of a tool that a router rules out. */
export function readSent(data: unknown): SentRequest {
  const { ends, leftOut } = typeof data === 'object' && data !== null ? (data as Readonly<Record<string, unknown>>) : {}
  return { ends: new Set(textsIn(ends)), leftOut: textsIn(leftOut) }
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((text: unknown) => typeof text === 'string') : []
}
