import type {
  Conversation,
  ConversationMessage,
  HistoryUnit,
  MessagePart,
  UnitForm,
} from '../../../src/domain/conversation.ts'

/** A turn of a made-up conversation: what was said, or a call with what it gave. */
export type Turn =
  | { readonly user: string }
  | { readonly assistant: string }
  | { readonly call: string; readonly input: unknown; readonly gave: string; readonly isError?: boolean }

export interface MadeHistory {
  readonly conversation: Conversation
  readonly units: readonly HistoryUnit[]
  readonly forms: readonly UnitForm[]
}

/** A conversation with one unit for each turn, all of them verbatim. */
export function makeHistory(turns: readonly Turn[]): MadeHistory {
  const messages: ConversationMessage[] = []
  const units = turns.map((turn, index): HistoryUnit => {
    const start = messages.length
    messages.push(...messagesOf(turn, `call-${index}`))
    const kind = 'user' in turn ? 'user' : 'assistant' in turn ? 'assistant' : 'call'
    return { index, start, end: messages.length, kind, turn: 0, sha256: '' }
  })
  const conversation: Conversation = { dialect: 'openai', raw: {}, system: [], tools: [], messages }
  return { conversation, units, forms: units.map(() => ({ level: 'verbatim', texts: [], line: null })) }
}

function messagesOf(turn: Turn, callId: string): readonly ConversationMessage[] {
  const message = (role: ConversationMessage['role'], part: MessagePart): ConversationMessage => ({
    role,
    raw: {},
    parts: [part],
  })
  if ('user' in turn) return [message('user', { kind: 'text', path: [], text: turn.user })]
  if ('assistant' in turn) return [message('assistant', { kind: 'text', path: [], text: turn.assistant })]
  const { call: tool, input, gave, isError = false } = turn
  return [
    message('assistant', { kind: 'call', path: [], callId, tool, text: JSON.stringify(input) }),
    message('tool', { kind: 'result', path: [], callId, tool, text: gave, isError, form: 'text' }),
  ]
}

/** The texts of a unit as it is sent, calls included. */
export function textsOf(conversation: Conversation, unit: HistoryUnit, form: UnitForm): readonly string[] {
  if (form.level === 'gone') return []
  if (form.line !== null) return [form.line]
  return conversation.messages.slice(unit.start, unit.end).flatMap(({ parts }, message) =>
    parts.flatMap((part, index) => {
      if (part.kind === 'opaque') return []
      const other = form.texts.find((text) => text.message === message && text.part === index)
      return [other?.text ?? part.text]
    }),
  )
}
