import type { Conversation, TextPart } from '../../domain/conversation.ts'
import type { History } from '../history-units.ts'

/** The text in which a request asks, and where it stands. */
export interface QueryText {
  /** Message of the conversation, and part of it. */
  readonly message: number
  readonly part: number
  readonly text: string
}

/** The last text of the last message in which the user says something; null where there is none, or it is an image alone. */
export function queryTextOf(conversation: Conversation, history: History): QueryText | null {
  const unit = history.queryUnit === null ? undefined : history.units[history.queryUnit]
  if (unit === undefined) return null
  for (let message = unit.end - 1; message >= unit.start; message--) {
    const { role, parts } = conversation.messages[message]!
    if (role !== 'user') continue
    const part = parts.findLastIndex((candidate) => candidate.kind === 'text' && candidate.text.trim() !== '')
    if (part !== -1) return { message, part, text: (parts[part] as TextPart).text }
  }
  return null
}
