import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readConversation } from '../../../src/converse/dialects/read-conversation.ts'
import type { Dialect } from '../../../src/domain/conversation.ts'
import { PackgraphError } from '../../../src/domain/errors.ts'

/** Each message as its role and its parts, the parts in short. */
function read(dialect: Dialect, messages: readonly unknown[]) {
  return readConversation({ messages }, dialect).messages.map(({ role, parts }) => [
    role,
    ...parts.map((part) => {
      if (part.kind === 'text' || part.kind === 'reasoning') return `${part.kind} ${part.text}`
      if (part.kind === 'call') return `call ${part.callId} ${part.tool} ${part.text}`
      if (part.kind === 'opaque') return `opaque ${part.type}${part.callId === null ? '' : ` of ${part.callId}`}`
      return `result ${part.callId} ${part.tool} ${part.isError ? 'error ' : ''}${part.form} ${part.text}`
    }),
  ])
}

describe('a chat completion of OpenAI', () => {
  test('has its texts, images, refusals and thoughts as parts', () => {
    const messages = [
      { role: 'developer', content: [{ type: 'text', text: 'Be brief.' }] },
      {
        role: 'user',
        name: 'ada',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'image_url', image_url: { url: 'https://x.example/a.png' } },
          { type: 'input_audio', input_audio: { data: '', format: 'wav' } },
        ],
      },
      {
        role: 'assistant',
        reasoning_content: 'Hm.',
        content: [{ type: 'refusal', refusal: 'No.' }],
        audio: { id: 'a1' },
      },
      { role: 'assistant', content: null, refusal: 'Never.' },
    ]
    expect(read('openai', messages)).toEqual([
      ['system', 'text Be brief.'],
      ['user', 'text Look', 'opaque image_url', 'opaque input_audio'],
      ['assistant', 'reasoning Hm.', 'text No.', 'opaque audio'],
      ['assistant', 'text Never.'],
    ])
  })

  test('has calls side by side, of functions and of custom tools, and results as texts or lists', () => {
    const messages = [
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'get', arguments: '{"id":1}' } },
          { id: 'b', type: 'custom', custom: { name: 'sh', input: 'ls' } },
        ],
      },
      {
        role: 'tool',
        tool_call_id: 'b',
        content: [
          { type: 'text', text: 'x' },
          { type: 'text', text: 'y' },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: '' },
    ]
    expect(read('openai', messages)).toEqual([
      ['assistant', 'call a get {"id":1}', 'call b sh ls'],
      ['tool', 'result b sh text x', 'result b sh text y'],
      ['tool', 'result a get text '],
    ])
  })

  test('has functions of old answered by the message behind them', () => {
    const messages = [
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: null, function_call: { name: 'get', arguments: '{}' } },
      { role: 'function', name: 'get', content: '1' },
    ]
    expect(read('openai', messages).slice(1)).toEqual([
      ['assistant', 'call function_call:1 get {}'],
      ['tool', 'result function_call:1 get text 1'],
    ])
  })
})

describe('a message of Anthropic', () => {
  test('has thoughts, calls and results of the caller’s tools and of the provider’s as parts', () => {
    const messages = [
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.', signature: 's' },
          { type: 'redacted_thinking', data: 'x' },
          { type: 'text', text: 'Let me see.' },
          { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'x' } },
          { type: 'web_search_tool_result', tool_use_id: 's1', content: [] },
          { type: 'tool_use', id: 'a', name: 'get', input: { id: 1 } },
          { type: 'tool_use', id: 'b', name: 'get', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', is_error: true, content: 'gone' },
          {
            type: 'tool_result',
            tool_use_id: 'b',
            content: [
              { type: 'text', text: 'x' },
              { type: 'image', source: { type: 'url', url: 'https://x.example/a.png' } },
              { type: 'search_result', title: 'T', source: 'S', content: [{ type: 'text', text: 'found' }] },
            ],
          },
          { type: 'text', text: 'And?' },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c' }] },
    ]
    expect(read('anthropic', messages)).toEqual([
      [
        'assistant',
        'reasoning Hm.',
        'opaque redacted_thinking',
        'text Let me see.',
        'call s1 web_search {"query":"x"}',
        'opaque web_search_tool_result of s1',
        'call a get {"id":1}',
        'call b get {}',
      ],
      [
        'user',
        'result a get error text gone',
        'result b get text x',
        'opaque image of b',
        'result b get text T',
        'result b get text S',
        'result b get text found',
        'text And?',
      ],
      ['user', 'result c null text '],
    ])
  })

  test('has documents as texts where they are texts, and what is not known as it is', () => {
    const document = (source: object) => ({ type: 'document', title: 'T', context: 'C', source })
    const content = [
      document({ type: 'text', media_type: 'text/plain', data: 'D' }),
      document({
        type: 'content',
        content: [
          { type: 'text', text: 'E' },
          { type: 'image', source: {} },
        ],
      }),
      document({ type: 'base64', media_type: 'application/pdf', data: '' }),
      { type: 'brand_new', anything: 1 },
    ]
    expect(read('anthropic', [{ role: 'user', content }])).toEqual([
      [
        'user',
        ...['text T', 'text C', 'text D'],
        ...['text T', 'text C', 'text E', 'opaque image'],
        ...['text T', 'text C', 'opaque document:base64'],
        'opaque brand_new',
      ],
    ])
  })

  test('is of the system where it holds instructions', () => {
    const content = [{ type: 'mid_conv_system', content: [{ type: 'text', text: 'Now be long.' }] }]
    expect(
      read('anthropic', [
        { role: 'user', content },
        { role: 'system', content: 'Stop.' },
      ]),
    ).toEqual([
      ['system', 'text Now be long.'],
      ['system', 'text Stop.'],
    ])
  })

  test('has its system prompt and tools beside the messages', () => {
    const conversation = readConversation(
      {
        system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
        messages: [],
        tools: [
          { name: 'get', description: 'Gets.', input_schema: { type: 'object' }, cache_control: { type: 'ephemeral' } },
          { type: 'web_search_20250305', name: 'web_search', max_uses: 2 },
        ],
      },
      'anthropic',
    )
    expect(conversation.system).toEqual([{ kind: 'text', path: ['system', 0, 'text'], text: 'Be brief.' }])
    expect(conversation.tools.map(({ name, text }) => [name, text])).toEqual([
      ['get', '{"name":"get","description":"Gets.","parameters":{"type":"object"}}'],
      ['web_search', '{"name":"web_search","type":"web_search_20250305","max_uses":2}'],
    ])
  })
})

describe('a model message of the AI SDK', () => {
  test('has results in every form that there is', () => {
    const results = [
      { type: 'text', value: 'x' },
      { type: 'json', value: { a: 1 } },
      { type: 'error-text', value: 'gone' },
      { type: 'error-json', value: [1] },
      { type: 'execution-denied', reason: 'no' },
      {
        type: 'content',
        value: [
          { type: 'text', text: 'y' },
          { type: 'image-data', data: '', mediaType: 'image/png' },
        ],
      },
      { type: 'content', value: [] },
    ]
    const content = results.map((output) => ({ type: 'tool-result', toolCallId: 'a', toolName: 'get', output }))
    expect(read('ai-sdk', [{ role: 'tool', content }])).toEqual([
      [
        'tool',
        'result a get text x',
        'result a get json {"a":1}',
        'result a get error text gone',
        'result a get error json [1]',
        'result a get error text no',
        'result a get text y',
        'opaque image-data of a',
        'opaque content of a',
      ],
    ])
  })

  test('has approvals that belong to their call, and files, bytes and all, as they are', () => {
    const bytes = new Uint8Array([1, 2])
    const messages = [
      {
        role: 'user',
        content: [
          { type: 'file', data: bytes, mediaType: 'image/png' },
          { type: 'image', image: new URL('https://x.example') },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm.' },
          { type: 'tool-call', toolCallId: 'a', toolName: 'pay', input: { sum: 1n } },
          { type: 'tool-approval-request', approvalId: 'p', toolCallId: 'a' },
        ],
      },
      { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'p', approved: true }] },
    ]
    expect(read('ai-sdk', messages)).toEqual([
      ['user', 'opaque file', 'opaque image'],
      ['assistant', 'reasoning Hm.', 'call a pay {"sum":"1"}', 'opaque tool-approval-request of a'],
      ['tool', 'opaque tool-approval-response of a'],
    ])
  })

  test('has the schemas of its tools counted where they show their JSON', () => {
    const parameters = { type: 'object', properties: {} }
    const { tools } = readConversation(
      {
        messages: [],
        tools: {
          plain: { inputSchema: parameters },
          wrapped: {
            description: 'W.',
            inputSchema: { jsonSchema: parameters, validate: () => true },
            execute: () => 1,
          },
          zod: { inputSchema: z.object({ id: z.string() }) },
          late: { inputSchema: () => parameters },
          remote: { type: 'provider', id: 'x.search', args: { limit: 1 } },
        },
      },
      'ai-sdk',
    )
    expect(tools.map(({ name, isCounted }) => [name, isCounted])).toEqual([
      ['plain', true],
      ['wrapped', true],
      ['zod', true],
      ['late', false],
      ['remote', true],
    ])
    expect(tools[1]!.text).toBe('{"name":"wrapped","description":"W.","parameters":{"type":"object","properties":{}}}')
    expect(JSON.parse(tools[2]!.text).parameters.properties).toEqual({ id: { type: 'string' } })
  })

  test('has its system prompt as a text, a message or several', () => {
    const texts = (request: object) =>
      readConversation({ messages: [], ...request }, 'ai-sdk').system.map((part) => part.kind === 'text' && part.text)
    expect(texts({ system: 'A' })).toEqual(['A'])
    expect(texts({ instructions: { role: 'system', content: 'A' } })).toEqual(['A'])
    expect(
      texts({
        system: [
          { role: 'system', content: 'A' },
          { role: 'system', content: 'B' },
        ],
      }),
    ).toEqual(['A', 'B'])
  })
})

describe('what is no request', () => {
  const cases: readonly (readonly [Dialect, unknown, string])[] = [
    ['openai', null, 'the request must be an object; it is null'],
    ['openai', [], 'the request must be an object; it is a list'],
    ['ai-sdk', { prompt: 'Hi' }, 'messages must be a list; it is missing'],
    [
      'openai',
      { messages: [{ role: 'robot' }] },
      'messages[0].role must be system, developer, user, assistant, tool or function; it is "robot"',
    ],
    [
      'openai',
      { messages: [{ role: 'user', content: 7 }] },
      'messages[0].content must be a string or a list of parts; it is number 7',
    ],
    [
      'openai',
      { messages: [{ role: 'tool', content: 'x' }] },
      'messages[0].tool_call_id must be a string; it is missing',
    ],
    [
      'openai',
      { messages: [{ role: 'assistant', tool_calls: [{ id: 'a' }] }] },
      'messages[0].tool_calls[0].function must be an object; it is missing',
    ],
    [
      'anthropic',
      { messages: [{ role: 'tool', content: 'x' }] },
      'messages[0].role must be user, assistant or system; it is "tool"',
    ],
    [
      'anthropic',
      { messages: [{ role: 'user', content: ['x'] }] },
      'messages[0].content[0] must be an object; it is "x"',
    ],
    ['anthropic', { messages: [], tools: [{ input_schema: {} }] }, 'tools[0].name must be a string; it is missing'],
    ['anthropic', { messages: [], system: 7 }, 'system must be a list; it is number 7'],
    [
      'ai-sdk',
      { messages: [{ role: 'tool', content: 'x' }] },
      'messages[0].content must be a list of parts; it is "x"',
    ],
    [
      'ai-sdk',
      { messages: [{ role: 'tool', content: [{ type: 'tool-result', toolCallId: 'a' }] }] },
      'messages[0].content[0].output must be an object; it is missing',
    ],
  ]
  test.each(cases)('is refused with the place where it is not one (%s, %o)', (dialect, request, message) => {
    let error: unknown
    try {
      readConversation(request, dialect)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(PackgraphError)
    expect(error).toMatchObject({ code: 'INPUT', message, facts: { dialect } })
    expect((error as PackgraphError).hint).toContain(`The dialect is ${dialect}`)
  })
})
