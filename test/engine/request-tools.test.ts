import { describe, expect, it } from 'vitest'
import type { CompressedRequest, RequestPolicy, ToolRouter } from '../../src/index.ts'
import { codeOf, engineWith } from './support/engine.ts'

const tool = (name: string, description: string) => ({
  type: 'function',
  function: { name, description: `${description} ${'Heed its rules. '.repeat(20)}`, parameters: {} },
})
const TOOLS = [
  tool('find_ship', 'Finds ships by name.'),
  tool('close_account', 'Closes accounts.'),
  tool('weigh_cargo', 'Weighs cargo.'),
]
const talk = (number: number) => [
  { role: 'user', content: `question ${number}: ${'where do such ships lie and when do they leave '.repeat(8)}` },
  { role: 'assistant', content: `answer ${number}: ${'ships lie where they lay before, and no one minds '.repeat(8)}` },
]
/** Turns of talk about ships, then a question. */
const chat = (turns: number, query = 'And which ships now?', fields: object = {}) => ({
  model: 'gpt-4o',
  tools: TOOLS,
  messages: [...Array.from({ length: turns }, (_, number) => talk(number)).flat(), { role: 'user', content: query }],
  ...fields,
})
type Request = ReturnType<typeof chat>

const POLICY: RequestPolicy = { budget: 1_500, tools: { router: 'lexical' } }
const OPTIONS = { dialect: 'openai', tokenizer: 'fake' } as const
const namesIn = ({ request }: CompressedRequest<Request>) => request.tools.map(({ function: { name } }) => name)
const outcomesIn = ({ report }: CompressedRequest) =>
  report.segments.flatMap(({ id, outcome, mutable }) => (id.startsWith('tool:') ? [[id, outcome, mutable]] : []))

describe('tools of a request', () => {
  it('leave when it is over its budget and the router rules them out, and the report says so', async () => {
    const sent = await engineWith().compressRequest(chat(20), POLICY, OPTIONS)
    expect(namesIn(sent)).toEqual(['find_ship'])
    expect(outcomesIn(sent)).toEqual([
      ['tool:find_ship', 'verbatim', true],
      ['tool:close_account', 'dropped', true],
      ['tool:weigh_cargo', 'dropped', true],
    ])
    expect(sent.report.checks).toContainEqual({ name: 'tools', passed: true, detail: '' })
  })

  it('stay when it fits, and where the policy has no router', async () => {
    const engine = engineWith()
    expect(namesIn(await engine.compressRequest(chat(20), { ...POLICY, budget: 100_000 }, OPTIONS))).toHaveLength(3)
    const sent = await engineWith().compressRequest(chat(20), { budget: 1_500 }, OPTIONS)
    expect(outcomesIn(sent).map(([, outcome, mutable]) => [outcome, mutable])).toEqual(
      Array(3).fill(['verbatim', false]),
    )
  })

  it('stay away, in the same bytes, at later calls that fit, until the query speaks of them', async () => {
    const engine = engineWith()
    const first = await engine.compressRequest(chat(20), POLICY, OPTIONS)
    const again = await engine.compressRequest(chat(20), POLICY, OPTIONS)
    expect(JSON.stringify(again.request)).toBe(JSON.stringify(first.request))
    const later = { ...chat(20), messages: [...chat(20).messages, ...talk(21).slice(1), ...chat(0).messages] }
    const second = await engine.compressRequest(later, POLICY, OPTIONS)
    expect(JSON.stringify(second.request.tools)).toBe(JSON.stringify(first.request.tools))
    expect(second.report.memory.boundary).toBe('kept')
    const cargo = { ...later, messages: [...later.messages.slice(0, -1), ...chat(0, 'How is the cargo?').messages] }
    expect(namesIn(await engine.compressRequest(cargo, POLICY, OPTIONS))).toEqual(['find_ship', 'weigh_cargo'])
  })

  it('are offered where the request demands them, the policy always has them, or the conversation called them', async () => {
    const choice = { tool_choice: { type: 'function', function: { name: 'weigh_cargo' } } }
    const forced = await engineWith().compressRequest(chat(20, undefined, choice), POLICY, OPTIONS)
    expect(namesIn(forced)).toEqual(['find_ship', 'weigh_cargo'])
    const always: RequestPolicy = { ...POLICY, tools: { router: 'lexical', always: ['close_account'] } }
    expect(namesIn(await engineWith().compressRequest(chat(20), always, OPTIONS))).toEqual([
      'find_ship',
      'close_account',
    ])
    const call = { id: 'a', type: 'function', function: { name: 'weigh_cargo', arguments: '{}' } }
    const called = chat(20)
    const messages = [
      called.messages[0],
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'a', content: 'done' },
      ...called.messages.slice(1),
    ]
    const request = { ...called, messages } as unknown as Request
    expect(namesIn(await engineWith().compressRequest(request, POLICY, OPTIONS))).toEqual(['find_ship', 'weigh_cargo'])
  })

  it('go by a router of the caller’s, which is asked once for a call that needs it', async () => {
    const asked: string[] = []
    const toolRouter: ToolRouter = {
      identity: 'own',
      ruleOut: async ({ query }) => {
        asked.push(query)
        return ['find_ship', 'unheard_of']
      },
    }
    const engine = engineWith()
    const sent = await engine.compressRequest(chat(20), { budget: 1_500 }, { ...OPTIONS, toolRouter })
    expect(namesIn(sent)).toEqual(['close_account', 'weigh_cargo'])
    await engine.compressRequest(chat(1, 'Something else?'), { budget: 100_000 }, { ...OPTIONS, toolRouter })
    expect(asked).toEqual(['And which ships now?'])
  })

  it('are not guessed at where a router says nothing that can be understood', async () => {
    const compress = (toolRouter: unknown) =>
      engineWith().compressRequest(chat(20), { budget: 1_500 }, { ...OPTIONS, toolRouter: toolRouter as ToolRouter })
    expect(await codeOf(compress({ identity: 'own', ruleOut: async () => 'all' }))).toBe('INPUT')
    expect(await codeOf(compress({}))).toBe('INVALID_OPTION')
  })
})
