import type {
  Conversation,
  ConversationDraft,
  ConversationMessage,
  Dialect,
  HistoryUnit,
  MessagePart,
  PartText,
  ToolDefinition,
  UnitForm,
} from '../../domain/conversation.ts'
import type { Counter } from '../../pack/counter.ts'
import { isRecord } from '../dialects/request-shape.ts'
import { jsonText } from '../json-text.ts'
import { FRAMING } from './framing.ts'

/**
 * Counts requests of one dialect. Counts add up: a request is its frame, its tools and its messages, and a message is its frame and its parts, each counted alone, because special
 * tokens stand between them. So what is changed in one place changes the whole by just that much.
 */
export interface RequestCounter {
  /** Identity of the tokenizer. */
  readonly tokenizer: string
  /** A text alone, as it weighs within a message. */
  text(text: string): Promise<number>
  /** A message with its frame, with other texts for some of its parts. */
  message(message: ConversationMessage, texts?: readonly PartText[]): Promise<number>
  /** A unit as it stands among the messages: all of it, or in a form. 0 for a form that has left them; its line is part of the memory. */
  unit(conversation: Conversation, unit: HistoryUnit, form?: UnitForm): Promise<number>
  /** The memory as a message of its own. Where Anthropic's becomes part of the user's message behind it, it weighs that message's frame less. */
  memory(text: string): Promise<number>
  /** Tools that are offered together. 0 for none. */
  tools(tools: readonly ToolDefinition[]): Promise<number>
  /** What stands beside messages and tools: the system prompt, the schema of the answer, and the frame of the request. */
  frame(conversation: Conversation): Promise<number>
  /** All of a request: the sum of the above. */
  conversation(conversation: Conversation): Promise<number>
  /** What {@link conversation} gives for the request that is written from the draft. */
  draft(draft: ConversationDraft): Promise<number>
}

/** Framing is data ({@link FRAMING}); each count costs what the counter's lookup of a known text costs. */
export function createRequestCounter(counter: Counter, dialect: Dialect): RequestCounter {
  const framing = FRAMING[dialect]

  const partTokens = async (part: MessagePart, text: string | undefined): Promise<number> => {
    if (part.kind === 'opaque') return 0
    const tokens = await counter.count(text ?? part.text)
    if (part.kind === 'call') return tokens + (await counter.count(part.tool)) + framing.perCall
    return part.kind === 'result' ? tokens + framing.perResult : tokens
  }
  const message = async ({ raw, parts }: ConversationMessage, texts: readonly PartText[] = []): Promise<number> => {
    const others = new Map(texts.map(({ part, text }) => [part, text]))
    let tokens = framing.perMessage
    if (framing.perName > 0 && typeof raw.name === 'string') tokens += (await counter.count(raw.name)) + framing.perName
    for (const [index, part] of parts.entries()) tokens += await partTokens(part, others.get(index))
    return tokens
  }
  const tools = async (offered: readonly ToolDefinition[]): Promise<number> => {
    if (offered.length === 0) return 0
    return (
      framing.perRequestWithTools +
      (await sum(offered, async ({ text }) => (await counter.count(text)) + framing.perTool))
    )
  }
  const frame = async ({ raw, system }: Conversation): Promise<number> => {
    const texts = system.flatMap((part) => (part.kind === 'text' ? [part.text] : []))
    const prompt = await sum(texts, counter.count)
    const around = texts.length > 0 ? framing.perMessage : 0
    return framing.perRequest + around + prompt + (await counter.count(jsonText(answerSchema(raw))))
  }
  const memory = async (text: string): Promise<number> => framing.perMessage + (await counter.count(text))
  const unit = (source: Conversation, { start, end }: HistoryUnit, form?: UnitForm): Promise<number> => {
    if (form !== undefined && !standsAmongMessages(form)) return Promise.resolve(0)
    return sum(source.messages.slice(start, end), (member, index) =>
      message(
        member,
        form?.texts.filter((other) => other.message === index),
      ),
    )
  }
  const draft = async (written: ConversationDraft): Promise<number> => {
    const { source } = written
    const messages = await sum(written.messages, async (entry, position) => {
      if (entry.kind === 'original') return message(source.messages[entry.message]!, entry.texts)
      return (await memory(entry.text)) - (isMerged(written, position) ? framing.perMessage : 0)
    })
    return (await frame(source)) + (await tools(written.tools)) + messages
  }
  return {
    tokenizer: counter.tokenizer,
    text: counter.count,
    message,
    unit,
    memory,
    tools,
    frame,
    conversation: async (source) =>
      (await frame(source)) + (await tools(source.tools)) + (await sum(source.messages, (member) => message(member))),
    draft,
  }
}

/** Whether a unit in this form is messages, and not a line of the memory or nothing. */
export function standsAmongMessages({ level, line }: Pick<UnitForm, 'level' | 'line'>): boolean {
  return line === null && level !== 'gone'
}

/** The schema that the answer has to have, where the request says it as JSON: providers put it before the model. */
function answerSchema(raw: Conversation['raw']): unknown {
  const { response_format: openai, output_config: config, output_format: anthropic } = raw
  const format = isRecord(config) ? config.format : undefined
  const [schema] = [openai, format, anthropic].filter(isRecord).map((held) => held.json_schema ?? held.schema)
  return schema
}

/** Whether Anthropic's memory becomes a part of the message behind it, as it is written. */
function isMerged({ source, messages }: ConversationDraft, position: number): boolean {
  const next = messages.slice(position + 1).find(({ kind }) => kind === 'original')
  return (
    source.dialect === 'anthropic' && next?.kind === 'original' && source.messages[next.message]!.raw.role === 'user'
  )
}

async function sum<Item>(
  items: readonly Item[],
  count: (item: Item, index: number) => Promise<number>,
): Promise<number> {
  let total = 0
  for (const [index, item] of items.entries()) total += await count(item, index)
  return total
}
