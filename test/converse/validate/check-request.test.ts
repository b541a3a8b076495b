import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRequestCounter } from '../../../src/converse/count/request-counter.ts'
import { readConversation } from '../../../src/converse/dialects/read-conversation.ts'
import { type CheckFacts, checkRequest } from '../../../src/converse/validate/check-request.ts'
import { DIALECTS, type Dialect } from '../../../src/domain/conversation.ts'
import { createCounter } from '../../../src/pack/counter.ts'
import { requestsOf } from '../../support/conversations.ts'

const characters = { identity: 'characters', exactness: 'exact', count: (text: string) => text.length } as const

function factsOf(dialect: Dialect, facts: Partial<CheckFacts> = {}): CheckFacts {
  const counter = createRequestCounter(createCounter(characters, undefined), dialect)
  return { budgetTokens: 1_000_000, counter, keywords: [], query: null, ...facts }
}

/** Names of the checks that the written request fails. */
async function failures(
  dialect: Dialect,
  given: unknown,
  written: unknown,
  facts: Partial<CheckFacts> = {},
): Promise<readonly string[]> {
  const checks = await checkRequest(readConversation(given, dialect), written, factsOf(dialect, facts))
  for (const { passed, detail } of checks) expect(detail === '').toBe(passed)
  return checks.filter(({ passed }) => !passed).map(({ name }) => name)
}

describe.each(DIALECTS)('a request in the dialect %s', (dialect) => {
  test('passes every check as it was given', async () => {
    await fc.assert(
      fc.asyncProperty(requestsOf(dialect), async (request) => {
        expect(await failures(dialect, request, structuredClone(request))).toEqual([])
      }),
    )
  })

  test('fails when any of its messages with a call or a result is left out', async () => {
    await fc.assert(
      fc.asyncProperty(requestsOf(dialect), fc.nat(), async (request, seed) => {
        const { messages } = readConversation(request, dialect)
        const concerned = messages.flatMap(({ parts }, index) =>
          parts.some(({ kind }) => kind === 'call' || kind === 'result') ? [index] : [],
        )
        fc.pre(concerned.length > 0)
        const left = concerned[seed % concerned.length]!
        const written = { ...request, messages: (request.messages as unknown[]).filter((_, index) => index !== left) }
        expect(await failures(dialect, request, written)).toEqual(expect.arrayContaining(['pairs', 'roles']))
      }),
    )
  })
})

const tool = { type: 'function', function: { name: 'get', description: 'Gets.', parameters: { type: 'object' } } }
const asked = { role: 'user', content: 'Where is E-4711?' }
const called = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'a', type: 'function', function: { name: 'get', arguments: '{"id":"E-4711"}' } }],
}
const given = {
  model: 'gpt-4o',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Code E-4711 again:\n```json\n{"code":"E-4711"}\n```' },
    { role: 'assistant', content: 'Noted.' },
    asked,
    called,
    { role: 'tool', tool_call_id: 'a', content: '{"place":"Bern","code":"E-4711"}' },
  ],
  tools: [tool, { type: 'function', function: { name: 'put', description: 'Puts.', parameters: {} } }],
  tool_choice: 'auto',
}
const facts = { keywords: ['e-4711', 'absent'], query: asked.content }

function withMessage(index: number, message: object): unknown {
  return { ...given, messages: given.messages.with(index, message as (typeof given.messages)[number]) }
}

function withTools(...tools: readonly unknown[]): unknown {
  return { ...given, tools }
}

describe('a request that is broken on purpose', () => {
  const breaks: readonly (readonly [string, unknown, readonly string[]])[] = [
    ['nothing', given, []],
    ['an instruction is reworded', withMessage(0, { role: 'system', content: 'Be brief!' }), ['instructions']],
    ['an instruction is left out', { ...given, messages: given.messages.slice(1) }, ['instructions']],
    ['a schema is changed', withTools({ ...tool, function: { ...tool.function, parameters: {} } }), ['tools']],
    ['tools have changed places', withTools(given.tools[1], tool), ['tools']],
    ['a tool is left out', withTools(given.tools[1]), []],
    ['a field is changed', { ...given, model: 'gpt-4' }, ['structure']],
    ['a field is left out', { model: 'gpt-4o', messages: given.messages, tools: given.tools }, ['structure']],
    [
      'arguments are cut',
      withMessage(4, {
        ...called,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'get', arguments: '{"id":' } }],
      }),
      ['structure'],
    ],
    [
      'a JSON result is cut',
      withMessage(5, { role: 'tool', tool_call_id: 'a', content: '{"code":"E-4711"…}' }),
      ['structure'],
    ],
    ['a JSON result became lines', withMessage(5, { role: 'tool', tool_call_id: 'a', content: 'code: E-4711' }), []],
    ['a block of code is open', withMessage(1, { role: 'user', content: 'E-4711\n```js\nlet a' }), ['structure']],
    [
      'a block of JSON is cut',
      withMessage(1, { role: 'user', content: '```json\n{"code":"E-4711"\n```' }),
      ['structure'],
    ],
    ['a text is blank', withMessage(2, { role: 'assistant', content: ' ' }), ['structure']],
    ['a call is left out', withMessage(4, { role: 'assistant', content: 'Called.' }), ['pairs', 'roles']],
    ['a result is doubled', { ...given, messages: [...given.messages, given.messages[5]] }, ['pairs']],
    [
      'a result comes before its call',
      { ...given, messages: [...given.messages.slice(0, 4), given.messages[5], called] },
      ['pairs', 'roles'],
    ],
    [
      'a message stands between a call and its result',
      { ...given, messages: given.messages.toSpliced(5, 0, { role: 'user', content: 'And?' }) },
      ['roles'],
    ],
    [
      'a message has no role',
      withMessage(2, { content: 'Noted.' }),
      ['instructions', 'tools', 'structure', 'keywords', 'pairs', 'roles', 'budget'],
    ],
    ['the question is left out', withMessage(3, { role: 'user', content: 'Well?' }), ['keywords']],
    ['there are no messages', {}, ['instructions', 'tools', 'structure', 'keywords', 'pairs', 'roles', 'budget']],
  ]
  test.each(breaks)('fails where it has to: %s', async (_, written, expected) => {
    expect(await failures('openai', given, written, facts)).toEqual(expected)
  })

  test('fails when a keyword stands in the question alone, where it stood elsewhere too', async () => {
    const written = {
      ...given,
      messages: [given.messages[0], { role: 'user', content: 'Hm.' }, given.messages[2], asked],
    }
    expect(await failures('openai', given, written, facts)).toEqual(['keywords'])
  })

  test('fails when a tool that has to be called is not offered', async () => {
    const forcing = { ...given, tool_choice: { type: 'function', function: { name: 'put' } } }
    expect(await failures('openai', forcing, { ...forcing, tools: [tool] }, facts)).toEqual(['tools'])
  })

  test('is over budget by one token', async () => {
    const conversation = readConversation(given, 'openai')
    const tokens = await factsOf('openai').counter.conversation(conversation)
    expect(await failures('openai', given, given, { ...facts, budgetTokens: tokens })).toEqual([])
    expect(await failures('openai', given, given, { ...facts, budgetTokens: tokens - 1 })).toEqual(['budget'])
  })
})

describe('a request of Anthropic that is broken on purpose', () => {
  const call = { type: 'tool_use', id: 'a', name: 'get', input: {} }
  const result = { type: 'tool_result', tool_use_id: 'a', content: 'Bern' }
  const thought = { type: 'thinking', thinking: 'Bern, then.', signature: 's' }
  const messages: { role: string; content: unknown }[] = [
    { role: 'user', content: 'Where?' },
    { role: 'assistant', content: [thought, call] },
    { role: 'user', content: [result] },
    { role: 'assistant', content: 'Bern.' },
    { role: 'user', content: 'When?' },
  ]
  const request = { system: 'Be brief.', messages, tools: [{ name: 'get', input_schema: { type: 'object' } }] }
  const marked = (count: number) =>
    Array.from({ length: count }, () => ({ type: 'text', text: 'When?', cache_control: { type: 'ephemeral' } }))
  const breaks: readonly (readonly [string, unknown, readonly string[]])[] = [
    ['the assistant begins', { ...request, messages: messages.slice(1) }, ['roles']],
    ['two messages of the user in a row', { ...request, messages: messages.toSpliced(3, 1) }, ['roles']],
    [
      'a text stands before a result',
      { ...request, messages: messages.with(2, { role: 'user', content: [{ type: 'text', text: 'So:' }, result] }) },
      ['roles'],
    ],
    [
      'a thought is reworded',
      {
        ...request,
        messages: messages.with(1, { role: 'assistant', content: [{ ...thought, thinking: 'Hm.' }, call] }),
      },
      ['structure'],
    ],
    ['a thought is left out', { ...request, messages: messages.with(1, { role: 'assistant', content: [call] }) }, []],
    ['four marks', { ...request, messages: messages.with(4, { role: 'user', content: marked(4) }) }, []],
    ['five marks', { ...request, messages: messages.with(4, { role: 'user', content: marked(5) }) }, ['structure']],
    ['calls and no tools', { system: 'Be brief.', messages }, ['tools']],
    ['another system prompt', { ...request, system: 'Be long.' }, ['instructions']],
  ]
  test.each(breaks)('fails where it has to: %s', async (_, written, expected) => {
    expect(await failures('anthropic', request, written)).toEqual(expected)
  })

  test('is not asked for what the given one did not do', async () => {
    const odd = {
      messages: [
        messages[3],
        ...messages.slice(1),
        messages[4],
        { role: 'user', content: [{ ...result, tool_use_id: 'b' }] },
      ],
    }
    expect(await failures('anthropic', odd, structuredClone(odd))).toEqual([])
    expect(await failures('anthropic', odd, { messages: odd.messages.slice(1) })).toEqual([])
  })
})
