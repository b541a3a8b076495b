import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/adapters/clock/system-clock.ts'
import { PackgraphError } from '../../src/domain/errors.ts'
import type { PackgraphEvent } from '../../src/domain/events.ts'
import { MemoryStore } from '../fakes/memory-store.ts'
import { engineWith } from './support/engine.ts'

const CALL = { tokenizer: 'letters@1', sessionId: 's', tool: 'bash', args: { command: 'ls' } } as const
const output = Array.from(
  { length: 500 },
  (_, index) => `10:00:${index % 60} GET /items/${index} in ${index} ms\n`,
).join('')

const kindsOf = async (engine: ReturnType<typeof engineWith>) => (await engine.savings()).tokenizers[0]?.kinds ?? []

describe('what slimming saves', () => {
  it('is in the ledger, by route', async () => {
    const engine = engineWith()
    const first = await engine.slim(output, CALL)
    const second = await engine.slim(output, CALL)
    await engine.slim('a short answer', CALL)
    const [letters] = (await engine.savings()).tokenizers
    expect(letters).toMatchObject({
      entries: 2,
      rawTokens: 2 * first.tokensBefore,
      countedTokens: first.tokensAfter + second.tokensAfter,
    })
    expect(letters?.phases).toEqual([
      { kind: 'slim', phase: 'log', savedTokens: first.tokensBefore - first.tokensAfter },
      { kind: 'slim', phase: 'duplicate', savedTokens: second.tokensBefore - second.tokensAfter },
    ])
  })

  it('is less by what was expanded: all of it as counted, a part of it by its share', async () => {
    const engine = engineWith()
    const { id, tokensBefore } = await engine.slim(output, CALL)
    await engine.expand(id ?? '')
    const { lines } = await engine.expand(id ?? '', { lines: { first: 1, last: 100 } })
    const share = lines.map(({ text }) => text).join('').length / output.length
    const { phases } = (await engine.savings({ kind: 'expand' })).tokenizers[0]!
    expect(phases).toEqual([
      { kind: 'expand', phase: 'counted', savedTokens: -tokensBefore },
      { kind: 'expand', phase: 'estimated', savedTokens: -Math.round(tokensBefore * share) },
    ])
  })

  it('is charged nothing for an original that nothing was saved on', async () => {
    const store = new MemoryStore()
    const engine = engineWith({ store })
    const { id } = await engine.slim(output, CALL)
    await expect(engine.expand(`${id}0`)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const bare = engineWith({ store: Object.assign(store, { async *ledger() {} }) })
    expect((await bare.expand(id ?? '')).lineCount).toBe(500)
    expect((await bare.savings()).entries).toBe(0)
  })

  it('is nothing for a call that is made again once it is no duplicate any more', async () => {
    const time = { nowMs: 1_000_000 }
    const engine = engineWith({ clock: { ...systemClock, nowMs: () => time.nowMs } })
    const { tokensBefore, tokensAfter } = await engine.slim(output, CALL)
    time.nowMs += 600_001
    const again = await engine.slim(output, CALL)
    expect(again.route).toBe('log')
    await engine.slim(output, { ...CALL, sessionId: 'other' })
    expect(await kindsOf(engine)).toEqual([
      { kind: 'rerun', entries: 1, rawTokens: 0, countedTokens: again.tokensAfter, savedTokens: -again.tokensAfter },
      {
        kind: 'slim',
        entries: 2,
        rawTokens: 2 * tokensBefore,
        countedTokens: 2 * tokensAfter,
        savedTokens: 2 * (tokensBefore - tokensAfter),
      },
    ])
  })

  it('takes calls of a tool without duplicates for no re-runs', async () => {
    const engine = engineWith()
    const call = { ...CALL, duplicateTtlMsByTool: { bash: 0 } }
    await engine.slim(output, call)
    await engine.slim(output, call)
    expect(await kindsOf(engine)).toMatchObject([{ kind: 'slim', entries: 2 }])
  })

  it('changes nothing of the output where it cannot be recorded, and a notice says why', async () => {
    class Busy extends MemoryStore {
      override async recordSavings(): Promise<void> {
        throw new PackgraphError('INDEX_BUSY', 'the store was locked')
      }
    }
    const engine = engineWith({ store: new Busy() })
    const events: PackgraphEvent[] = []
    const onEvent = (event: PackgraphEvent) => events.push(event)
    expect(await engine.slim(output, { ...CALL, onEvent })).toMatchObject({ adopted: true })
    expect(events).toEqual([{ type: 'notice', message: 'the ledger did not take this output: the store was locked' }])
  })
})
