import { type ArmOutcome, type ArmTask, type ConversationArm, WHOLE } from './arm.ts'
import { unitsOf } from './history-units.ts'
import type { RawMessage, RawRequest } from './transcript.ts'

/** Results that an agent which clears leaves as they are: the newest. */
const RESULTS_LEFT = 3
const CLEARED = '[cleared]'

/** The arms that need nothing of the library. */
export function truncatingArms(): readonly ConversationArm[] {
  return [
    arm(WHOLE, async ({ request }) => ({ request, cannotFit: false })),
    arm('drop-oldest', dropOldest),
    arm('clear-results', async (task) => {
      const tokens = await task.counter.request(task.request)
      return await dropOldest(tokens <= task.budgetTokens ? task : { ...task, request: clearResults(task.request) })
    }),
  ]
}

function arm(name: string, compress: (task: ArmTask) => Promise<ArmOutcome>): ConversationArm {
  return { name, start: async () => ({ compress }) }
}

/** Leaves out whole units, oldest first; the message that asks and the newest unit stay. */
export async function dropOldest(task: ArmTask): Promise<ArmOutcome> {
  const { request, dialect, budgetTokens, counter } = task
  const { system, units, query } = unitsOf(request)
  const costs = await Promise.all(units.map(async (unit) => sum(await Promise.all(unit.map(counter.message)))))
  const kept = new Set([query, units.length - 1].filter((position) => position >= 0))
  // Anthropic's requests begin with the user, as the first unit does.
  if (dialect === 'anthropic') kept.add(0)
  const frame = (await counter.frame(request)) + sum(await Promise.all(system.map(counter.message)))
  let tokens = frame + sum([...kept].map((position) => costs[position]!))
  for (let position = units.length - 1; position >= 0; position--) {
    if (kept.has(position)) continue
    if (tokens + costs[position]! > budgetTokens) break
    tokens += costs[position]!
    kept.add(position)
  }
  const messages = [...system, ...units.filter((_, position) => kept.has(position)).flat()]
  return { request: { ...request, messages }, cannotFit: tokens > budgetTokens }
}

/** The texts of all results but the newest say that they were cleared. */
function clearResults(request: RawRequest): RawRequest {
  const results = request.messages.filter(hasResult)
  const left = new Set(results.slice(-RESULTS_LEFT))
  const messages = request.messages.map((message) =>
    hasResult(message) && !left.has(message) ? withResults(message, () => CLEARED) : message,
  )
  return { ...request, messages }
}

function hasResult({ role, content }: RawMessage): boolean {
  return role === 'tool' || (Array.isArray(content) && content.some(({ type }) => type === 'tool_result'))
}

/** A message with other texts for its results, of either dialect. */
function withResults(message: RawMessage, change: (text: string) => string): RawMessage {
  const texts = (content: unknown): unknown =>
    typeof content === 'string'
      ? change(content)
      : Array.isArray(content)
        ? content.map((part) => (typeof part.text === 'string' ? { ...part, text: change(part.text) } : part))
        : content
  if (message.role === 'tool') return { ...message, content: texts(message.content) }
  const blocks = message.content as readonly Readonly<Record<string, unknown>>[]
  const content = blocks.map((block) =>
    block.type === 'tool_result' ? { ...block, content: texts(block.content) } : block,
  )
  return { ...message, content }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
