import { expect, it } from 'vitest'
import type { Store } from '../../src/ports/store.ts'
import type { ToolCall } from '../../src/ports/tool-call-log.ts'

const callOf = (more: Partial<ToolCall> = {}): ToolCall => ({
  sessionId: 'one',
  callHash: 'a',
  seenAtMs: 100,
  route: 'pass',
  adopted: false,
  tokenizer: 'letters@1',
  tokensBefore: 50,
  tokensAfter: 50,
  ...more,
})

/** Outputs of tools that came by. */
export function describeToolCalls(current: () => Store): void {
  it('knows nothing of a session that was not seen', async () => {
    expect(await current().recallToolCalls('one', 'a', 0)).toEqual({
      hasEarlier: false,
      wasSlimmed: false,
      adopted: 0,
    })
  })

  it('finds an earlier call of the same session and hash, as long as it is not too old', async () => {
    const store = current()
    const generation = await store.generation()
    await store.rememberToolCall(callOf())
    expect(await store.generation()).toBe(generation)
    const hasEarlier = async (...call: Parameters<Store['recallToolCalls']>): Promise<boolean> =>
      (await store.recallToolCalls(...call)).hasEarlier
    expect(await hasEarlier('one', 'a', 100)).toBe(true)
    expect(await hasEarlier('one', 'a', 101)).toBe(false)
    expect(await hasEarlier('one', 'b', 0)).toBe(false)
    expect(await hasEarlier('two', 'a', 0)).toBe(false)
  })

  it('does not take a note about a duplicate for an earlier copy', async () => {
    await current().rememberToolCall(callOf({ route: 'duplicate', adopted: true }))
    expect(await current().recallToolCalls('one', 'a', 0)).toEqual({
      hasEarlier: false,
      wasSlimmed: false,
      adopted: 1,
    })
  })

  it('says whether the output of the same call was ever replaced', async () => {
    const store = current()
    await store.rememberToolCall(callOf({ adopted: true, route: 'log' }))
    await store.rememberToolCall(callOf({ callHash: 'b' }))
    const wasSlimmed = async (sessionId: string, callHash: string): Promise<boolean> =>
      (await store.recallToolCalls(sessionId, callHash, 1_000)).wasSlimmed
    expect(await wasSlimmed('one', 'a')).toBe(true)
    expect(await wasSlimmed('one', 'b')).toBe(false)
    expect(await wasSlimmed('two', 'a')).toBe(false)
  })

  it('counts what was replaced in each session', async () => {
    const store = current()
    await store.rememberToolCall(callOf({ adopted: true, route: 'log' }))
    await store.rememberToolCall(callOf({ adopted: true, route: 'toon', callHash: 'b' }))
    await store.rememberToolCall(callOf())
    await store.rememberToolCall(callOf({ sessionId: 'two', adopted: true }))
    expect((await store.recallToolCalls('one', 'c', 0)).adopted).toBe(2)
    expect((await store.recallToolCalls('two', 'c', 0)).adopted).toBe(1)
  })
}
