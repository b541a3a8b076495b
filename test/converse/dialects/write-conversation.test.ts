import { describe, expect, test } from 'vitest'
import { allowedMarks, type CacheMarks, NO_MARKS } from '../../../src/converse/dialects/cache-marks.ts'
import { readConversation } from '../../../src/converse/dialects/read-conversation.ts'
import { writeConversation } from '../../../src/converse/dialects/write-conversation.ts'
import type { ConversationDraft, Dialect, DraftMessage } from '../../../src/domain/conversation.ts'

type Changes = (draft: ConversationDraft) => Partial<ConversationDraft>

/** The request as it is written when the draft that changes nothing is changed. */
function written(dialect: Dialect, request: object, changes: Changes = () => ({}), marks: CacheMarks = NO_MARKS) {
  const draft = draftOf(dialect, request)
  return writeConversation({ ...draft, ...changes(draft) }, marks)
}

function draftOf(dialect: Dialect, request: object): ConversationDraft {
  const source = readConversation(request, dialect)
  const messages = source.messages.map((_, message): DraftMessage => ({ kind: 'original', message, texts: [] }))
  return { source, tools: source.tools, messages }
}

const memory: DraftMessage = { kind: 'memory', text: 'What was said.' }
const MARK = { cache_control: { type: 'ephemeral' } }
const EVERYWHERE: CacheMarks = { tools: true, system: true, messages: [0, 1, 2, 3] }
const user = (content: unknown) => ({ role: 'user', content })
const assistant = (content: unknown) => ({ role: 'assistant', content })
const block = (text: string) => ({ type: 'text', text })

describe('memory', () => {
  const behind = (...left: readonly number[]): Changes => {
    return ({ messages }) => ({ messages: [memory, ...left.map((index) => messages[index]!)] })
  }

  test('is a message of the user, in front of what is left', () => {
    const messages = [user('A'), assistant('B'), user('C')]
    for (const dialect of ['openai', 'ai-sdk'] as const) {
      expect(written(dialect, { messages }, behind(2)).messages).toEqual([user('What was said.'), user('C')])
    }
  })

  test('heads the message of the user behind it, where roles have to alternate', () => {
    const messages = [user('A'), assistant('B'), user('C'), assistant([block('D')])]
    expect(written('anthropic', { messages }, behind(2)).messages).toEqual([
      user([block('What was said.'), block('C')]),
    ])
    expect(written('anthropic', { messages }, behind(1, 2)).messages).toEqual([
      user('What was said.'),
      assistant('B'),
      user('C'),
    ])
    expect(written('anthropic', { messages }, behind()).messages).toEqual([user('What was said.')])
  })

  test('stands behind the results that have to come first in their message', () => {
    const result = { type: 'tool_result', tool_use_id: 'a', content: 'x' }
    expect(written('anthropic', { messages: [user([result, block('And?')])] }, behind(0)).messages).toEqual([
      user([result, block('What was said.'), block('And?')]),
    ])
  })
})

describe('other texts', () => {
  test('make a JSON result of the AI SDK a text, and leave the rest of it', () => {
    const output = (type: string) => ({ type, value: { a: 1 }, providerOptions: { x: {} } })
    const part = (type: string) => ({ type: 'tool-result', toolCallId: 'a', toolName: 'get', output: output(type) })
    const request = { messages: [{ role: 'tool', content: [part('json'), part('error-json')] }] }
    const before = structuredClone(request)
    const texts = [0, 1].map((index) => ({ part: index, text: 'a: 1' }))
    const { messages } = written('ai-sdk', request, () => ({ messages: [{ kind: 'original', message: 0, texts }] }))
    expect(messages).toEqual([
      {
        role: 'tool',
        content: ['text', 'error-text'].map((type) => ({
          ...part('json'),
          output: { type, value: 'a: 1', providerOptions: { x: {} } },
        })),
      },
    ])
    expect(request).toEqual(before)
  })

  test('are put where there was no text, and into arguments that are no text', () => {
    const call = (input: object) => ({ type: 'tool_use', id: 'a', name: 'get', input })
    const request = { messages: [assistant([call({ id: 1 })]), user([{ type: 'tool_result', tool_use_id: 'a' }])] }
    const messages = [
      { kind: 'original', message: 0, texts: [{ part: 0, text: '{"id":2}' }] },
      { kind: 'original', message: 1, texts: [{ part: 0, text: 'nothing' }] },
    ] as const
    expect(written('anthropic', request, () => ({ messages })).messages).toEqual([
      assistant([call({ id: 2 })]),
      user([{ type: 'tool_result', tool_use_id: 'a', content: 'nothing' }]),
    ])
  })
})

describe('tools', () => {
  test('that are not offered are left out, and with the last of them what speaks of tools', () => {
    const tool = (name: string) => ({ type: 'function', function: { name } })
    const request = { messages: [], tools: [tool('a'), tool('b')], tool_choice: 'auto', seed: 1 }
    expect(written('openai', request, ({ tools }) => ({ tools: tools.slice(1) }))).toEqual({
      ...request,
      tools: [tool('b')],
    })
    expect(written('openai', request, () => ({ tools: [] }))).toEqual({ messages: [], seed: 1 })
    const both = { messages: [], tools: [tool('a')], functions: [{ name: 'b' }] }
    expect(written('openai', both, ({ tools }) => ({ tools: tools.slice(1) }))).toEqual({
      messages: [],
      functions: [{ name: 'b' }],
    })
    const record = { messages: [], tools: { a: { execute: () => 1 }, b: {} } }
    const left = written('ai-sdk', record, ({ tools }) => ({ tools: tools.slice(0, 1) })).tools as typeof record.tools
    expect(left.a).toBe(record.tools.a)
    expect(Object.keys(left)).toEqual(['a'])
  })
})

describe('cache marks', () => {
  test('are put behind tools, instructions and messages of Anthropic, four at most, the earlier ones first', () => {
    const request = {
      system: 'Be brief.',
      tools: [
        { name: 'a', input_schema: {} },
        { name: 'b', input_schema: {} },
      ],
      messages: [
        user('A'),
        assistant([block('B'), { type: 'thinking', thinking: 'x', signature: 's' }]),
        user([block('C'), block('D')]),
        user('E'),
      ],
    }
    const before = structuredClone(request)
    expect(written('anthropic', request, undefined, EVERYWHERE)).toEqual({
      system: [{ ...block('Be brief.'), ...MARK }],
      tools: [request.tools[0], { ...request.tools[1], ...MARK }],
      messages: [
        user([{ ...block('A'), ...MARK }]),
        request.messages[1],
        user([block('C'), { ...block('D'), ...MARK }]),
        user('E'),
      ],
    })
    expect(request).toEqual(before)
    expect(allowedMarks(draftOf('anthropic', request), EVERYWHERE)).toEqual({
      tools: true,
      system: true,
      messages: [0, 2],
    })
  })

  test('stand on the memory where that is part of a message', () => {
    const request = { messages: [user('A')] }
    const changes: Changes = ({ messages }) => ({ messages: [memory, ...messages] })
    expect(written('anthropic', request, changes, { ...NO_MARKS, messages: [0] }).messages).toEqual([
      user([{ ...block('What was said.'), ...MARK }, block('A')]),
    ])
  })

  test('are options of messages in the AI SDK, beside the options that are there', () => {
    const system = { role: 'system', content: 'Be brief.' }
    const own = { providerOptions: { openai: { x: 1 }, anthropic: { y: 2 } } }
    const request = { system: [system], tools: { a: {} }, messages: [{ ...user('A'), ...own }, assistant('B')] }
    const anthropic = { cacheControl: { type: 'ephemeral' } }
    expect(written('ai-sdk', request, undefined, { tools: true, system: true, messages: [0] })).toEqual({
      system: [{ ...system, providerOptions: { anthropic } }],
      tools: { a: {} },
      messages: [
        { ...user('A'), providerOptions: { openai: { x: 1 }, anthropic: { y: 2, ...anthropic } } },
        assistant('B'),
      ],
    })
    expect(written('ai-sdk', { system: 'Be brief.', messages: [] }, undefined, EVERYWHERE).system).toBe('Be brief.')
  })

  const marked: readonly (readonly [string, Dialect, object])[] = [
    ['no dialect of theirs', 'openai', { messages: [user('A')] }],
    ['a mark on the system prompt', 'anthropic', { system: [{ ...block('S'), ...MARK }], messages: [user('A')] }],
    ['a mark on a tool', 'anthropic', { tools: [{ name: 'a', input_schema: {}, ...MARK }], messages: [user('A')] }],
    [
      'a mark in a result',
      'anthropic',
      { messages: [user([{ type: 'tool_result', tool_use_id: 'a', content: [{ ...block('x'), ...MARK }] }])] },
    ],
    ['marks by itself', 'anthropic', { ...MARK, messages: [user('A')] }],
    [
      'a mark on a part',
      'ai-sdk',
      {
        messages: [user([{ ...block('A'), providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } }])],
      },
    ],
    [
      'a mark for another provider',
      'ai-sdk',
      { messages: [{ ...user('A'), providerOptions: { bedrock: { cachePoint: { type: 'default' } } } }] },
    ],
  ]
  test.each(marked)('are not put where a request has %s', (_, dialect, request) => {
    expect(written(dialect, request, undefined, EVERYWHERE)).toEqual(request)
  })

  test('are put where a tool was called with arguments that are named like marks', () => {
    const call = { type: 'tool_use', id: 'a', name: 'get', input: MARK }
    const request = { messages: [user('A'), assistant([call])] }
    expect(allowedMarks(draftOf('anthropic', request), EVERYWHERE).messages).toEqual([0, 1])
  })
})
