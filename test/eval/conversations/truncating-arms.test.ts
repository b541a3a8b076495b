import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requestCounter } from '../../../eval/conversations/request-counter.ts'
import { requestFaults } from '../../../eval/conversations/request-faults.ts'
import type { RawMessage, RawRequest } from '../../../eval/conversations/transcript.ts'
import { truncatingArms } from '../../../eval/conversations/truncating-arms.ts'

const counter = requestCounter('heuristic@1', 'anthropic')
const tools = [{ name: 'ls', input_schema: { type: 'object' } }]
const user = (text: string): RawMessage => ({ role: 'user', content: [{ type: 'text', text }] })
const loop = (id: string, text: string): readonly RawMessage[] => [
  { role: 'assistant', content: [{ type: 'tool_use', id, name: 'ls', input: { path: id } }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: text }] },
]
const word = fc.string({ minLength: 1, maxLength: 400 }).map((text) => `x${text}`)
const exchange = fc.oneof(
  fc
    .record({ asked: word, said: word })
    .map(({ asked, said }) => [user(asked), { role: 'assistant', content: [{ type: 'text', text: said }] }]),
  fc
    .record({ asked: word, results: fc.array(word, { minLength: 1, maxLength: 5 }) })
    .map(({ asked, results }) => [
      user(asked),
      ...results.flatMap((text, index) => loop(`${asked.length}-${index}-${text.length}`, text)),
    ]),
)
const requests = fc
  .record({ exchanges: fc.array(exchange, { maxLength: 6 }), last: word })
  .map(({ exchanges, last }): RawRequest => ({ tools, messages: [...exchanges.flat(), user(last)] }))

async function run(name: string, request: RawRequest, budgetTokens: number) {
  const started = await truncatingArms()
    .find((arm) => arm.name === name)!
    .start()
  return await started.compress({ request, dialect: 'anthropic', budgetTokens, counter, signal: undefined })
}

describe.each(['drop-oldest', 'clear-results'])('%s', (name) => {
  it('keeps to the budget or says that it cannot, and sends what a provider takes', async () => {
    await fc.assert(
      fc.asyncProperty(requests, fc.integer({ min: 1, max: 3000 }), async (request, budgetTokens) => {
        const { request: sent, cannotFit } = await run(name, request, budgetTokens)
        if (!cannotFit) expect(await counter.request(sent)).toBeLessThanOrEqual(budgetTokens)
        expect(requestFaults(sent, 'anthropic')).toEqual([])
        expect(sent.messages.at(-1)).toBe(request.messages.at(-1))
      }),
      { numRuns: 60 },
    )
  })

  it('leaves alone what fits', async () => {
    const request = { tools, messages: [user('a'), ...loop('1', 'x'), ...loop('2', 'y')] }
    expect((await run(name, request, 1_000_000)).request).toEqual(request)
  })
})

describe('clearing', () => {
  it('leaves the newest three results', async () => {
    const results = Array.from({ length: 5 }, (_, index) => loop(`${index}`, `result ${index} `.repeat(90)))
    const request = { tools, messages: [user('a'), ...results.flat()] }
    const { request: sent } = await run('clear-results', request, (await counter.request(request)) - 1)
    const texts = sent.messages.flatMap(({ content }) =>
      (content as { content?: string }[]).flatMap((block) => block.content ?? []),
    )
    expect(texts.map((text) => text.slice(0, 9))).toEqual([
      '[cleared]',
      '[cleared]',
      'result 2 ',
      'result 3 ',
      'result 4 ',
    ])
  })
})
