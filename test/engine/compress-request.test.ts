import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createRequestCounter } from '../../src/converse/count/request-counter.ts'
import { readConversation } from '../../src/converse/dialects/read-conversation.ts'
import { DIALECTS, type Dialect } from '../../src/domain/conversation.ts'
import type { CompressedRequest, PackgraphEvent, RequestPolicy } from '../../src/index.ts'
import { createCounter } from '../../src/pack/counter.ts'
import { fakeTokenizer } from '../fakes/fake-tokenizer.ts'
import { MemoryStore } from '../fakes/memory-store.ts'
import { requestsOf } from '../support/conversations.ts'
import { codeOf, engineWith } from './support/engine.ts'

/** Counted without anything that the engine remembers. */
function recount(request: unknown, dialect: Dialect): Promise<number> {
  const counter = createRequestCounter(createCounter(fakeTokenizer(), undefined), dialect)
  return counter.conversation(readConversation(request, dialect))
}

const compress = (
  request: unknown,
  dialect: Dialect,
  policy: RequestPolicy,
  engine = engineWith(),
): Promise<CompressedRequest> => engine.compressRequest(request, policy, { dialect, tokenizer: 'fake' })

const turn = (number: number): readonly unknown[] => [
  { role: 'user', content: `question ${number}: ${'what of the harbour and its many ships '.repeat(8)}` },
  {
    role: 'assistant',
    content: `answer ${number}: ${'the ships lie where they lay before, and no one minds '.repeat(8)}`,
  },
]
const chat = (turns: number): { readonly model: string; readonly messages: readonly unknown[] } => ({
  model: 'gpt-4o',
  messages: [
    { role: 'system', content: 'You are the clerk of a harbour.' },
    ...Array.from({ length: turns }, (_, number) => turn(number)).flat(),
    { role: 'user', content: 'And now?' },
  ],
})

describe.each(DIALECTS)('a request of %s', (dialect) => {
  it('comes back valid and within its budget by an independent count, or not at all', async () => {
    await fc.assert(
      fc.asyncProperty(requestsOf(dialect), fc.integer({ min: 1, max: 100 }), async (request, percent) => {
        const before = JSON.stringify(request)
        const budget = Math.max(1, Math.floor(((await recount(request, dialect)) * percent) / 100))
        const result = await compress(request, dialect, { budget }).catch((error: unknown) => error)
        expect(JSON.stringify(request)).toBe(before)
        if (result instanceof Error) {
          expect(result).toMatchObject({ code: 'BUDGET', facts: { budgetTokens: budget } })
          return
        }
        const { request: written, report } = result as CompressedRequest
        const counted = await recount(written, dialect)
        expect(counted).toBeLessThanOrEqual(budget)
        expect(report).toMatchObject({ valid: true, countedTokens: counted, budgetTokens: budget })
        expect(report.checks.every(({ passed }) => passed)).toBe(true)
      }),
      { numRuns: 40, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: false },
    )
  })

  it('has the same bytes and the same report from a fresh store', async () => {
    await fc.assert(
      fc.asyncProperty(requestsOf(dialect), async (request) => {
        const budget = Math.ceil((await recount(request, dialect)) * 0.6)
        const run = async () => {
          const result = await compress(request, dialect, { budget }).catch((error: Error) => ({
            error: error.message,
          }))
          return JSON.stringify(result, (key, value: unknown) => (key.endsWith('Ms') ? 0 : value))
        }
        expect(await run()).toBe(await run())
      }),
      { numRuns: 15 },
    )
  })
})

describe('compressRequest', () => {
  it('gives what fits back as it came', async () => {
    const request = chat(3)
    const { request: same, report } = await compress(request, 'openai', { budget: 100_000 })
    expect(same).toEqual(request)
    expect(report).toMatchObject({ originalTokens: report.countedTokens, valid: true })
  })

  it('says what may not be touched where that alone is over the budget', async () => {
    const work = compress(chat(2), 'openai', { budget: 10 })
    await expect(work).rejects.toMatchObject({
      code: 'BUDGET',
      facts: { budgetTokens: 10, protectedTokens: expect.any(Number), neededTokens: expect.any(Number) },
    })
    const { facts } = (await work.catch((error: unknown) => error)) as { facts: { neededTokens: number } }
    const { report } = await compress(chat(2), 'openai', { budget: facts.neededTokens + 60 })
    expect(report.valid).toBe(true)
  })

  it('stores what it leaves out before it leaves it out', async () => {
    const store = new MemoryStore()
    const engine = engineWith({ store })
    const { request } = await compress(chat(30), 'openai', { budget: 800 }, engine)
    const [, id = ''] = JSON.stringify(request).match(/1=([0-9a-f]{8,})/) ?? []
    const { lines } = await engine.expand(id)
    expect(lines.map(({ text }) => text).join('\n')).toContain('question 0: what of the harbour')
  })

  it('refuses what is no request, and options that there are not', async () => {
    expect(await codeOf(compress({ messages: 'hello' }, 'openai', { budget: 100 }))).toBe('INPUT')
    expect(await codeOf(compress(chat(1), 'openai', { budget: -1 }))).toBe('INVALID_OPTION')
    const engine = engineWith()
    const options = { dialect: 'openai', tokeniser: 'fake' } as unknown as { dialect: 'openai' }
    await expect(engine.compressRequest(chat(1), { budget: 100 }, options)).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      hint: 'Did you mean “tokenizer”?',
    })
  })

  it('counts with the tokenizer of the request’s own model where none is named, and asks for one where that is not known', async () => {
    const named: string[] = []
    const engine = engineWith({
      resolveModel: async (model) => {
        named.push(model)
        return fakeTokenizer()
      },
    })
    await engine.compressRequest(chat(1), { budget: 1_000 }, { dialect: 'openai' })
    expect(named).toEqual(['gpt-4o'])
    const { messages } = chat(1)
    expect(await codeOf(engine.compressRequest({ messages }, { budget: 1_000 }, { dialect: 'openai' }))).toBe(
      'TOKENIZER_REQUIRED',
    )
  })

  it('tells of each level that ran, and ends when it is cancelled', async () => {
    const events: PackgraphEvent[] = []
    const engine = engineWith()
    const options = { dialect: 'openai', tokenizer: 'fake' } as const
    await engine.compressRequest(chat(30), { budget: 800 }, { ...options, onEvent: (event) => events.push(event) })
    expect(events.filter(({ type }) => type === 'level').length).toBeGreaterThan(0)
    const work = engine.compressRequest(chat(30), { budget: 800 }, { ...options, signal: AbortSignal.abort() })
    expect(await codeOf(work)).toBe('CANCELLED')
  })

  it('enters what it saved in the ledger, and is not undone where the ledger cannot take it', async () => {
    const store = new MemoryStore()
    const engine = engineWith({ store })
    const options = { dialect: 'openai', tokenizer: 'fake', sessionId: 'harbour' } as const
    const record = vi.spyOn(store, 'recordSavings')
    const { report } = await engine.compressRequest(chat(30), { budget: 800 }, options)
    expect(record.mock.calls[0]![0][0]).toMatchObject({ kind: 'conversation', data: { sessionId: 'harbour' } })
    const [sums] = (await engine.savings()).conversations
    expect(sums).toMatchObject({ requests: 1, rawTokens: report.originalTokens, countedTokens: report.countedTokens })
    const events: PackgraphEvent[] = []
    record.mockRejectedValue(new Error('disk full'))
    const again = await engine.compressRequest(
      chat(30),
      { budget: 800 },
      { ...options, onEvent: (event) => events.push(event) },
    )
    expect(again.report.countedTokens).toBe(report.countedTokens)
    expect(events).toContainEqual({ type: 'notice', message: 'the ledger did not take this request: disk full' })
  })

  it('may be called by several at once', async () => {
    const engine = engineWith()
    const calls = Array.from({ length: 6 }, () => compress(chat(30), 'openai', { budget: 800 }, engine))
    const texts = (await Promise.all(calls)).map(({ request }) => JSON.stringify(request))
    expect(new Set(texts).size).toBe(1)
  })
})
