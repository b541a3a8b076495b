import type { Conversation, ConversationDraft, DraftMessage } from '../../domain/conversation.ts'
import { AI_SDK_SYSTEM_KEYS } from './read-ai-sdk.ts'
import { isRecord, type JsonRecord } from './request-shape.ts'

/** Where a provider's cache may end. OpenAI finds that by itself; Anthropic wants it marked, in its own dialect and through the AI SDK. */
export interface CacheMarks {
  /** After the last tool. */
  readonly tools: boolean
  /** After the system prompt that stands beside the messages. */
  readonly system: boolean
  /** After these messages of the draft, by position. */
  readonly messages: readonly number[]
}

export const NO_MARKS: CacheMarks = { tools: false, system: false, messages: [] }

/** Anthropic's limit, as of 2026-11. */
export const MOST_MARKS = 4
const MARK = { type: 'ephemeral' } as const
/** Blocks that cannot be marked; nor can a text without a word in it. */
const UNMARKABLE: ReadonlySet<unknown> = new Set(['thinking', 'redacted_thinking'])

/**
 * Those of the marks that can be put: none where the caller has put some, who knows better, and where the dialect has none; none on what cannot carry one; and
 * where that leaves more than four, the later messages go first, because what stands earlier is shared by more requests.
 */
export function allowedMarks(draft: ConversationDraft, wished: CacheMarks): CacheMarks {
  const { source } = draft
  if (source.dialect === 'openai' || countMarks(source) > 0) return NO_MARKS
  const tools = wished.tools && source.dialect === 'anthropic' && draft.tools.length > 0
  const system = wished.system && canMarkSystem(source)
  const messages = [...new Set(wished.messages)]
    .sort((left, right) => left - right)
    .filter((position) => {
      const message = draft.messages[position]
      return message !== undefined && canMarkMessage(source, message)
    })
  return { tools, system, messages: messages.slice(0, MOST_MARKS - Number(tools) - Number(system)) }
}

/** How many marks there are in a request, whoever has put them. */
export function countMarks({ raw }: Conversation): number {
  const { system, instructions, tools, messages, cache_control: automatic } = raw
  const records = isRecord(tools) ? Object.values(tools) : tools
  const marks = [system, instructions, records, messages].map(marksIn)
  return marks.reduce((sum, count) => sum + count, isRecord(automatic) ? 1 : 0)
}

/** Looks where marks can stand: on messages, blocks, the blocks within results, and tools; not into what a model or a tool has written. */
function marksIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item: unknown) => sum + marksIn(item), 0)
  if (!isRecord(value)) return 0
  const own = isRecord(value.cache_control) || hasMarkOption(value.providerOptions) ? 1 : 0
  const { content, output } = value
  return own + marksIn(content) + (isRecord(output) && output.type === 'content' ? marksIn(output.value) : 0)
}

function hasMarkOption(options: unknown): boolean {
  if (!isRecord(options)) return false
  return Object.values(options).some(
    (provider) =>
      isRecord(provider) && [provider.cacheControl, provider.cache_control, provider.cachePoint].some(isRecord),
  )
}

function canMarkSystem({ dialect, raw }: Conversation): boolean {
  if (dialect === 'ai-sdk') return lastAiSdkSystem(raw) !== undefined
  const { system } = raw
  if (typeof system === 'string') return system.trim() !== ''
  return Array.isArray(system) && canMarkBlock(system.at(-1))
}

function canMarkMessage({ dialect, messages }: Conversation, draft: DraftMessage): boolean {
  if (draft.kind === 'memory') return draft.text.trim() !== ''
  if (dialect === 'ai-sdk') return true
  const content = messages[draft.message]?.raw.content
  if (typeof content === 'string') return content.trim() !== ''
  return Array.isArray(content) && canMarkBlock(content.at(-1))
}

function canMarkBlock(block: unknown): boolean {
  if (!isRecord(block) || UNMARKABLE.has(block.type)) return false
  return block.type !== 'text' || (typeof block.text === 'string' && block.text.trim() !== '')
}

/** The system prompt with a mark behind it; a text becomes a block, whose text is the same. */
export function markSystem(raw: JsonRecord): JsonRecord {
  const key = lastAiSdkSystem(raw)
  if (key !== undefined) return { ...raw, [key]: markLast(raw[key], markOptions) }
  const { system } = raw
  return { ...raw, system: typeof system === 'string' ? [markedText(system)] : markLast(system, markBlock) }
}

/** The AI SDK's system prompt takes options only where it is a message; a text stays as it is. */
function lastAiSdkSystem(raw: JsonRecord): (typeof AI_SDK_SYSTEM_KEYS)[number] | undefined {
  return AI_SDK_SYSTEM_KEYS.findLast((key) => {
    const value = raw[key]
    const last: unknown = Array.isArray(value) ? value.at(-1) : value
    return isRecord(last) && last.role === 'system'
  })
}

/** Anthropic's tools with a mark behind the last one. */
export function markTools(tools: unknown): unknown {
  return markLast(tools, markBlock)
}

/** A message of either dialect with a mark behind it. */
export function markMessage(message: JsonRecord, dialect: 'anthropic' | 'ai-sdk'): JsonRecord {
  if (dialect === 'ai-sdk') return markOptions(message)
  const { content } = message
  return { ...message, content: typeof content === 'string' ? [markedText(content)] : markLast(content, markBlock) }
}

function markLast(value: unknown, mark: (item: JsonRecord) => JsonRecord): unknown {
  if (!Array.isArray(value)) return isRecord(value) ? mark(value) : value
  const last: unknown = value.at(-1)
  return isRecord(last) ? value.with(-1, mark(last)) : value
}

function markBlock(block: JsonRecord): JsonRecord {
  return { ...block, cache_control: MARK }
}

function markedText(text: string): JsonRecord {
  return { type: 'text', text, cache_control: MARK }
}

function markOptions(message: JsonRecord): JsonRecord {
  const options = isRecord(message.providerOptions) ? message.providerOptions : {}
  const anthropic = isRecord(options.anthropic) ? options.anthropic : {}
  return { ...message, providerOptions: { ...options, anthropic: { ...anthropic, cacheControl: MARK } } }
}
