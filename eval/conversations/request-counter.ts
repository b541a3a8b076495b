import { countTokens } from 'packgraph'
import { frameBlocks, messageBlocks, type RequestBlock } from './request-blocks.ts'
import type { RawMessage, RawRequest, Transcript } from './transcript.ts'

type Dialect = Transcript['dialect']

/** Counts requests, apart from the library's own count of a request: only texts go through its tokenizer. */
export interface RequestCounter {
  text(text: string): Promise<number>
  message(message: RawMessage): Promise<number>
  /** System prompt and tools beside the messages, and what every request has. */
  frame(request: RawRequest): Promise<number>
  request(request: RawRequest): Promise<number>
}

/** What stands around the texts, as docs/requests.md says. */
const PER_REQUEST = 3
const PER_MESSAGE = 4
const PER_NAME = 1
const PER_CALL_OR_RESULT = 12
const PER_TOOL = 7
const WITH_TOOLS: Readonly<Record<Dialect, number>> = { openai: 12, anthropic: 804 }

/** Counts with one tokenizer; remembers what it has counted. */
export function requestCounter(tokenizer: string, dialect: Dialect): RequestCounter {
  const texts = new Map<string, number>()
  const messages = new WeakMap<RawMessage, number>()
  const text = async (value: string): Promise<number> => {
    const tokens = texts.get(value) ?? (await countTokens(value, { tokenizer })).tokens
    texts.set(value, tokens)
    return tokens
  }
  const block = async ({ kind, name, text: own }: RequestBlock): Promise<number> => {
    const tokens = await text(own)
    if (kind === 'call') return tokens + PER_CALL_OR_RESULT + (await text(name ?? ''))
    if (kind === 'result') return tokens + PER_CALL_OR_RESULT
    return kind === 'tool' ? tokens + PER_TOOL : tokens
  }
  const blocks = async (read: readonly RequestBlock[]): Promise<number> => {
    let tokens = 0
    for (const one of read) tokens += await block(one)
    return tokens
  }
  const message = async (own: RawMessage): Promise<number> => {
    const known = messages.get(own)
    if (known !== undefined) return known
    const named = dialect === 'openai' && typeof own.name === 'string' ? PER_NAME + (await text(own.name)) : 0
    const tokens = PER_MESSAGE + named + (await blocks(messageBlocks(own)))
    messages.set(own, tokens)
    return tokens
  }
  const frame = async (request: RawRequest): Promise<number> => {
    const read = frameBlocks(request)
    const has = (kind: RequestBlock['kind']): boolean => read.some((one) => one.kind === kind)
    const around = PER_REQUEST + (has('system') ? PER_MESSAGE : 0) + (has('tool') ? WITH_TOOLS[dialect] : 0)
    return around + (await blocks(read))
  }
  return {
    text,
    message,
    frame,
    async request(request) {
      let tokens = await frame(request)
      for (const own of request.messages) tokens += await message(own)
      return tokens
    },
  }
}
