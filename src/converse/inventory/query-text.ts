import type { Conversation, TextPart } from '../../domain/conversation.ts'
import { type FoundDocument, findDocuments } from '../documents/find-documents.ts'
import type { History } from '../history-units.ts'

/** The text in which a request asks, and where it stands. */
export interface QueryText {
  /** Message of the conversation, and part of it. */
  readonly message: number
  readonly part: number
  readonly text: string
  /** The question itself: what stands behind the documents, or where nothing does, in front of them. */
  readonly asked: string
  readonly documents: readonly FoundDocument[]
}

/** The last text of the last message in which the user says something; null where there is none, or it is an image alone. */
export function queryTextOf(conversation: Conversation, history: History, tags: readonly string[]): QueryText | null {
  const unit = history.queryUnit === null ? undefined : history.units[history.queryUnit]
  if (unit === undefined) return null
  for (let message = unit.end - 1; message >= unit.start; message--) {
    const { role, parts } = conversation.messages[message]!
    if (role !== 'user') continue
    const part = parts.findLastIndex((candidate) => candidate.kind === 'text' && candidate.text.trim() !== '')
    if (part === -1) continue
    const { text } = parts[part] as TextPart
    const documents = findDocuments(conversation.messages[message]!, tags)
    return {
      message,
      part,
      text,
      documents,
      asked: askedIn(
        text,
        documents.filter((found) => found.part === part),
      ),
    }
  }
  return null
}

function askedIn(text: string, documents: readonly FoundDocument[]): string {
  const ends = [0, ...documents.map(({ end }) => end)]
  const starts = [...documents.map(({ start }) => start), text.length]
  const between = ends.map((end, index) => text.slice(end, starts[index]).trim())
  const said = between.map((piece) => piece.replace(/^(?:<\/[^<>]{1,80}>\s*)+/, ''))
  return said.findLast((piece) => /\p{L}/u.test(piece.replace(/<[^<>]*>/g, ''))) ?? ''
}
