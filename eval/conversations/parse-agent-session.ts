import type { Line } from '../input/parse-lines.ts'
import type { Usage } from '../sessions/recorded-usage.ts'
import type { RawMessage, Transcript, TranscriptCall } from './transcript.ts'

type Block = Readonly<Record<string, unknown>> & { readonly type: string }

interface Message {
  readonly role: 'user' | 'assistant'
  readonly blocks: Block[]
  readonly apiCall: string | null
  readonly usage: Usage | null
  /** Whether the history begins anew with it. */
  readonly isRestart: boolean
}

/** How a session that ran out of context goes on: the summary takes the place of everything before it. */
const RESTART = 'This session is being continued from a previous conversation'
/** One token in every vocabulary that we know. */
const FILLER = ' system'

/**
 * Reads the rows of an agent's session as requests of Anthropic's shape. Rows of one `api_call` are one answer; the results that stand between them follow it.
 * The system prompt and the tools were not recorded: filler as long as the first call says stands for the one, tools without parameters for the others.
 */
export function parseAgentSession(name: string, lines: readonly Line[]): Transcript {
  const parsed = joinRows(lines)
  const messages = parsed.map(({ role, blocks }): RawMessage => ({ role, content: blocks }))
  const calls: TranscriptCall[] = []
  let start = 0
  for (const [end, { role, isRestart, usage }] of parsed.entries()) {
    if (isRestart) start = end
    if (role === 'assistant' && end > start) calls.push({ start, end, usage })
  }
  const frame = { system: systemOf(calls[0]?.usage ?? null, messages), tools: toolsOf(parsed) }
  return { name, group: 'agent-sessions', dialect: 'anthropic', frame, messages, calls, answers: [] }
}

function joinRows(lines: readonly Line[]): readonly Message[] {
  const messages: Message[] = []
  for (const line of lines) {
    const { role, api_call: apiCall = null, usage = null } = line.fields
    if (role !== 'user' && role !== 'assistant') throw line.error('“role” must be user or assistant')
    if (apiCall !== null && typeof apiCall !== 'string') throw line.error('“api_call” must be a text')
    const blocks = blocksOf(line)
    const isRestart = role === 'user' && textOf(blocks).startsWith(RESTART)
    const last = messages.at(-1)
    const own = apiCall === null ? undefined : messages.findLast((message) => message.apiCall === apiCall)
    if (own) own.blocks.push(...blocks)
    else if (last?.role === role && !isRestart) last.blocks.push(...blocks)
    else if (blocks.length > 0) messages.push({ role, blocks, apiCall, usage: usage as Usage | null, isRestart })
  }
  return messages
}

/** Providers refuse texts of white space alone, and ask for a signature, which was redacted. */
function blocksOf(line: Line): Block[] {
  const { content } = line.fields
  if (typeof content === 'string') return content.trim() === '' ? [] : [{ type: 'text', text: content }]
  if (!Array.isArray(content)) throw line.error('“content” must be a text or a list')
  return (content as readonly Block[]).flatMap((block) => {
    if (block.type === 'text' && String(block.text).trim() === '') return []
    return block.type === 'thinking' ? [{ signature: 'redacted', ...block }] : [block]
  })
}

function textOf(blocks: readonly Block[]): string {
  return blocks.map(({ text }) => (typeof text === 'string' ? text : '')).join('\n')
}

/** Its length is what the first call sent, less the first message at four characters a token. */
function systemOf(usage: Usage | null, messages: readonly RawMessage[]): string {
  if (usage === null) return 'You are a helpful agent.'
  const sent = usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens
  const first = Math.round(JSON.stringify(messages[0]?.content ?? '').length / 4)
  return FILLER.repeat(Math.max(1, sent - first)).trim()
}

function toolsOf(messages: readonly Message[]): readonly object[] {
  const uses = messages.flatMap(({ blocks }) => blocks.filter(({ type }) => type === 'tool_use'))
  const names = [...new Set(uses.map(({ name }) => String(name)))].sort()
  return names.map((name) => ({ name, description: '', input_schema: { type: 'object' } }))
}
