import { seededRandom } from './seeded-random.ts'
import { inventedLog, inventedPipeTable } from './tool-outputs.ts'

/** A message as OpenAI's chat completions take it. */
export type SessionMessage = Readonly<Record<string, unknown>> & { readonly role: string }

/** A request of an agent's session in OpenAI's shape. */
export interface SessionRequest {
  readonly model: string
  readonly tools: readonly object[]
  readonly messages: readonly SessionMessage[]
}

const TOOLS = ['read_file', 'run_tests', 'query_orders', 'search_code'] as const
const RULES = 'Work in small steps. Say what you look for before you look. Never change what you have not read. '

/** Two messages: a call and its result, of about 1,000 tokens together. */
const CALL_AND_RESULT = 2

/**
 * The session of an agent, invented from a seed: instructions, a task, then calls with their results (files, test runs, rows of JSON, matches), a remark of the user now and then. The same for
 * the same seed on any machine, and a shorter one begins a longer one. @param calls each is about 1,000 tokens.
 */
export function inventedSession(seed: number, calls: number): SessionRequest {
  const messages: SessionMessage[] = [
    { role: 'system', content: RULES.repeat(20) },
    {
      role: 'user',
      content: 'Orders of the last quarter are billed twice in some branches. Find out why, and mend it.',
    },
  ]
  for (let call = 0; call < calls; call++) {
    if (call % 25 === 24)
      messages.push({ role: 'user', content: `Go on, and look at branch B-${seed}${call} as well.` })
    messages.push(...inventedCall(seed * 10_000 + call))
  }
  const tools = TOOLS.map((name) => ({ type: 'function', function: { name, parameters: { type: 'object' } } }))
  return { model: 'gpt-4o', tools, messages }
}

/** The session as it was so many calls earlier, its last result the end. */
export function sessionBefore({ messages, ...frame }: SessionRequest, calls: number): SessionRequest {
  let end = messages.length
  for (let left = calls; left > 0; left--) {
    end -= CALL_AND_RESULT
    if (messages[end - 1]?.role === 'user' && end > CALL_AND_RESULT) end--
  }
  return { ...frame, messages: messages.slice(0, end) }
}

function inventedCall(seed: number): readonly SessionMessage[] {
  const random = seededRandom(seed)
  const below = (count: number): number => Math.floor(random() * count)
  const tool = TOOLS[below(TOOLS.length)]!
  const id = `call_${seed}`
  const target = `src/billing/step-${below(400)}.ts`
  const invoked = {
    id,
    type: 'function',
    function: { name: tool, arguments: JSON.stringify({ target, from: below(900) }) },
  }
  const content = `I look at ${target}: invoice INV-${10_000 + below(90_000)} went through it.`
  return [
    { role: 'assistant', content, tool_calls: [invoked] },
    { role: 'tool', tool_call_id: id, content: RESULTS[tool](seed, below) },
  ]
}

const RESULTS: Readonly<Record<(typeof TOOLS)[number], (seed: number, below: (count: number) => number) => string>> = {
  read_file: (_, below) =>
    Array.from(
      { length: 70 },
      (_, line) => `${line + 1}: const rate${below(999)} = total${below(999)} * ${below(99)} / 100`,
    ).join('\n'),
  run_tests: (seed) => inventedLog(seed, 26),
  query_orders: (_, below) =>
    JSON.stringify(
      Array.from({ length: 18 }, (_, row) => ({
        order_id: `SO-${90_000 + below(9_999)}`,
        branch: ['harbour', 'mill', 'north'][below(3)],
        amount_cents: below(90_000),
        billed_at: `2031-0${1 + below(9)}-1${below(9)}`,
        invoices: [`INV-${10_000 + below(90_000)}`],
        row,
      })),
    ),
  search_code: (seed) => inventedPipeTable(seed, 24),
}
