import fc from 'fast-check'
import type { Dialect } from '../../src/domain/conversation.ts'

/** One exchange, said in no dialect: what the user says, rounds of calls with their results, and perhaps an answer. */
interface Exchange {
  readonly said: string
  readonly hasImage: boolean
  readonly rounds: readonly Round[]
  readonly answer: string | null
}

interface Round {
  readonly thought: string | null
  readonly remark: string | null
  readonly calls: readonly Call[]
  /** Whether each result is a message of its own, or stands in several blocks, where the dialect allows it. */
  readonly isSpread: boolean
}

interface Call {
  readonly tool: string
  readonly input: Readonly<Record<string, string | number>>
  readonly output: string
  readonly isJson: boolean
  readonly isError: boolean
}

type Request = Record<string, unknown>

const TOOLS = ['get_user', 'search_orders', 'run_shell', 'read_file']

const word = fc.constantFrom(
  'order',
  'E-4711',
  'refund',
  'flight HAT030',
  'naïve',
  '東京',
  'v2.3.1',
  'the',
  'is',
  'late',
  '"quoted"',
)
const sentence = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => `${words.join(' ')}.`)
const code = sentence.map((text) => `See:\n\n\`\`\`js\nconst note = ${JSON.stringify(text)}\n\`\`\`\n`)
const said = fc.oneof(
  { weight: 4, arbitrary: sentence },
  { weight: 1, arbitrary: code },
  { weight: 1, arbitrary: fc.string({ minLength: 1, unit: 'binary' }).map((text) => `x${text}`) },
)
const json = fc
  .array(fc.record({ id: fc.nat(), name: word, note: sentence }), { maxLength: 6 })
  .map((rows) => JSON.stringify({ rows }))
const log = fc.array(sentence, { minLength: 1, maxLength: 20 }).map((lines) => lines.join('\n'))

const call: fc.Arbitrary<Call> = fc
  .record({
    tool: fc.constantFrom(...TOOLS),
    input: fc.dictionary(fc.constantFrom('id', 'path', 'query'), fc.oneof(word, fc.nat()), { noNullPrototype: true }),
    output: fc.oneof(json, log),
    isError: fc.boolean(),
  })
  .map((drawn) => ({ ...drawn, isJson: drawn.output.startsWith('{') }))
const round: fc.Arbitrary<Round> = fc.record({
  thought: fc.option(sentence),
  remark: fc.option(said),
  calls: fc.array(call, { minLength: 1, maxLength: 3 }),
  isSpread: fc.boolean(),
})
const exchange: fc.Arbitrary<Exchange> = fc.record({
  said,
  hasImage: fc.boolean(),
  rounds: fc.array(round, { maxLength: 2 }),
  answer: said,
})
/** The last one is being answered: nothing was done yet, or its calls have run. */
const last: fc.Arbitrary<Exchange> = fc.record({
  said,
  hasImage: fc.boolean(),
  rounds: fc.array(round, { maxLength: 2 }),
  answer: fc.constant(null),
})

/** Valid requests of one dialect, which end with a question of the user or with results of tools. JSON throughout. */
export function requestsOf(dialect: Dialect): fc.Arbitrary<Request> {
  return fc
    .record({
      system: fc.option(said),
      hasTools: fc.boolean(),
      past: fc.array(exchange, { maxLength: 6 }),
      present: last,
      isPlain: fc.boolean(),
    })
    .map(({ system, hasTools, past, present, isPlain }) => {
      const exchanges = [...past, present]
      const usesTools = exchanges.some(({ rounds }) => rounds.length > 0)
      return WRITERS[dialect]({ system, exchanges, tools: hasTools || usesTools ? TOOLS : [], isPlain })
    })
}

interface Drawn {
  readonly system: string | null
  readonly exchanges: readonly Exchange[]
  readonly tools: readonly string[]
  /** Contents as texts where that is possible, rather than lists of parts. */
  readonly isPlain: boolean
}

const schema = { type: 'object', properties: { id: { type: 'string', description: 'Which one.' } }, required: ['id'] }
const IMAGE = 'iVBORw0KGgo='

const WRITERS: Readonly<Record<Dialect, (drawn: Drawn) => Request>> = {
  openai: ({ system, exchanges, tools, isPlain }) => ({
    model: 'gpt-4o',
    messages: [
      ...(system === null ? [] : [{ role: isPlain ? 'system' : 'developer', content: system }]),
      ...exchanges.flatMap((drawn, turn) => openAiMessages(drawn, turn, isPlain)),
    ],
    ...(tools.length > 0 && {
      tools: tools.map((name) => ({
        type: 'function',
        function: { name, description: `Runs ${name}.`, parameters: schema },
      })),
    }),
    temperature: 0,
  }),
  anthropic: ({ system, exchanges, tools, isPlain }) => ({
    model: 'claude-sonnet-4-5',
    max_tokens: 1024,
    ...(system !== null && { system: isPlain ? system : [{ type: 'text', text: system }] }),
    ...(tools.length > 0 && {
      tools: tools.map((name) => ({ name, description: `Runs ${name}.`, input_schema: schema })),
    }),
    messages: exchanges.flatMap((drawn, turn) => anthropicMessages(drawn, turn, isPlain)),
  }),
  'ai-sdk': ({ system, exchanges, tools, isPlain }) => ({
    ...(system !== null && { system }),
    messages: exchanges.flatMap((drawn, turn) => aiSdkMessages(drawn, turn, isPlain)),
    ...(tools.length > 0 && {
      tools: Object.fromEntries(
        tools.map((name) => [name, { description: `Runs ${name}.`, inputSchema: { jsonSchema: schema } }]),
      ),
    }),
  }),
}

function openAiMessages(
  { said: text, hasImage, rounds, answer }: Exchange,
  turn: number,
  isPlain: boolean,
): readonly Request[] {
  const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${IMAGE}` } }
  const content = isPlain ? text : [{ type: 'text', text }, ...(hasImage ? [image] : [])]
  return [
    { role: 'user', content, ...(hasImage && { name: 'ada' }) },
    ...rounds.flatMap(({ remark, calls, isSpread }, step) => [
      {
        role: 'assistant',
        content: remark,
        tool_calls: calls.map(({ tool, input }, index) => ({
          id: idOf(turn, step, index),
          type: 'function',
          function: { name: tool, arguments: JSON.stringify(input) },
        })),
      },
      ...calls.map(({ output }, index) => ({
        role: 'tool',
        tool_call_id: idOf(turn, step, index),
        content: isSpread ? [{ type: 'text', text: output }] : output,
      })),
    ]),
    ...(answer === null ? [] : [{ role: 'assistant', content: answer, ...(hasImage && { refusal: null }) }]),
  ]
}

function anthropicMessages(
  { said: text, hasImage, rounds, answer }: Exchange,
  turn: number,
  isPlain: boolean,
): readonly Request[] {
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: IMAGE } }
  return [
    { role: 'user', content: isPlain ? text : [...(hasImage ? [image] : []), { type: 'text', text }] },
    ...rounds.flatMap(({ thought, remark, calls, isSpread }, step) => [
      {
        role: 'assistant',
        content: [
          ...(thought === null ? [] : [{ type: 'thinking', thinking: thought, signature: 'c2lnbmVk' }]),
          ...(remark === null ? [] : [{ type: 'text', text: remark }]),
          ...calls.map(({ tool, input }, index) => ({
            type: 'tool_use',
            id: idOf(turn, step, index),
            name: tool,
            input,
          })),
        ],
      },
      {
        role: 'user',
        content: calls.map(({ output, isError }, index) => ({
          type: 'tool_result',
          tool_use_id: idOf(turn, step, index),
          content: isSpread ? [{ type: 'text', text: output }, image] : output,
          ...(isError && { is_error: true }),
        })),
      },
    ]),
    ...(answer === null ? [] : [{ role: 'assistant', content: isPlain ? answer : [{ type: 'text', text: answer }] }]),
  ]
}

function aiSdkMessages(
  { said: text, hasImage, rounds, answer }: Exchange,
  turn: number,
  isPlain: boolean,
): readonly Request[] {
  const image = { type: 'file', mediaType: 'image/png', data: IMAGE }
  return [
    { role: 'user', content: isPlain ? text : [{ type: 'text', text }, ...(hasImage ? [image] : [])] },
    ...rounds.flatMap(({ thought, remark, calls, isSpread }, step) => {
      const results = calls.map((drawn, index) => ({
        type: 'tool-result',
        toolCallId: idOf(turn, step, index),
        toolName: drawn.tool,
        output: aiSdkOutput(drawn, isSpread),
      }))
      return [
        {
          role: 'assistant',
          content: [
            ...(thought === null ? [] : [{ type: 'reasoning', text: thought }]),
            ...(remark === null ? [] : [{ type: 'text', text: remark }]),
            ...calls.map(({ tool, input }, index) => ({
              type: 'tool-call',
              toolCallId: idOf(turn, step, index),
              toolName: tool,
              input,
            })),
          ],
        },
        ...(isSpread
          ? results.map((result) => ({ role: 'tool', content: [result] }))
          : [{ role: 'tool', content: results }]),
      ]
    }),
    ...(answer === null ? [] : [{ role: 'assistant', content: isPlain ? answer : [{ type: 'text', text: answer }] }]),
  ]
}

function aiSdkOutput({ output, isJson, isError }: Call, isSpread: boolean): Request {
  if (isJson) return { type: isError ? 'error-json' : 'json', value: JSON.parse(output) }
  if (isSpread && !isError) return { type: 'content', value: [{ type: 'text', text: output }] }
  return { type: isError ? 'error-text' : 'text', value: output }
}

function idOf(turn: number, step: number, index: number): string {
  return `call_${turn}_${step}_${index}`
}
