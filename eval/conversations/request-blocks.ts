import type { RawMessage, RawRequest } from './transcript.ts'

/** What a text of a request is. `other`: images and whatever else has no text. */
export type BlockKind = 'tool' | 'system' | 'text' | 'thinking' | 'call' | 'result' | 'other'

/** A text of a request, read without the library: the evaluation is not to believe what it evaluates. */
export interface RequestBlock {
  readonly kind: BlockKind
  readonly text: string
  /** Of calls and results. */
  readonly callId: string | null
  /** Of calls and tools. */
  readonly name: string | null
}

type Fields = Readonly<Record<string, unknown>>

/** System prompt and tools, where they stand beside the messages. */
export function frameBlocks({ system, tools }: RawRequest): readonly RequestBlock[] {
  const offered = (Array.isArray(tools) ? tools : []).map((tool: Fields) => {
    const { function: own = tool } = tool as { readonly function?: Fields }
    const { name, description, parameters, input_schema: schema = parameters } = own
    return block('tool', JSON.stringify({ name, description, parameters: schema }), null, String(name))
  })
  return [...offered, ...textsOf(system).map((text) => block('system', text))]
}

const known = new WeakMap<RawMessage, readonly RequestBlock[]>()

/** The texts of a message, in order. */
export function messageBlocks(message: RawMessage): readonly RequestBlock[] {
  const blocks = known.get(message) ?? readMessage(message)
  known.set(message, blocks)
  return blocks
}

function readMessage(message: RawMessage): readonly RequestBlock[] {
  const { role, content, tool_calls: calls, tool_call_id: callId } = message
  if (role === 'tool') return textsOf(content).map((text) => block('result', text, String(callId)))
  const kind = role === 'system' || role === 'developer' ? 'system' : 'text'
  const parts = Array.isArray(content) ? content.flatMap((part: Fields) => readPart(part, kind)) : []
  const text = typeof content === 'string' ? [block(kind, content)] : parts
  const called = (Array.isArray(calls) ? calls : []).map((call: Fields) => {
    const { name, arguments: text } = call.function as { readonly name: string; readonly arguments: string }
    return block('call', text, String(call.id), name)
  })
  return [...text, ...called]
}

function readPart(part: Fields, kind: 'system' | 'text'): readonly RequestBlock[] {
  if (typeof part === 'string') return [block(kind, part)]
  switch (part.type) {
    case 'text':
      return [block(kind, String(part.text))]
    case 'thinking':
      return [block('thinking', String(part.thinking))]
    case 'tool_use':
      return [block('call', JSON.stringify(part.input), String(part.id), String(part.name))]
    case 'tool_result': {
      const texts = textsOf(part.content)
      return (texts.length > 0 ? texts : ['']).map((text) => block('result', text, String(part.tool_use_id)))
    }
    default:
      return [block('other', '')]
  }
}

function textsOf(content: unknown): readonly string[] {
  if (typeof content === 'string') return [content]
  if (!Array.isArray(content)) return []
  return content.flatMap((part: Fields) => (typeof part.text === 'string' ? [part.text] : []))
}

function block(kind: BlockKind, text: string, callId: string | null = null, name: string | null = null): RequestBlock {
  return { kind, text, callId, name }
}
