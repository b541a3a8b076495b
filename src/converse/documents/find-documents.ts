import type { ConversationMessage, TextPart } from '../../domain/conversation.ts'
import { packedDocuments } from './packed-documents.ts'
import { DOCUMENT_TAGS, type DocumentRange, taggedDocuments } from './tagged-documents.ts'

/** A retrieved document in a message of the user. */
export interface FoundDocument extends DocumentRange {
  /** Of the message; the ranges lie in its text. */
  readonly part: number
}

/** Blocks of Anthropic's messages that hold a document as text. What describes it stays as it is. */
const BLOCKS: ReadonlySet<unknown> = new Set(['document', 'search_result'])
const DESCRIPTIONS: ReadonlySet<unknown> = new Set(['title', 'source', 'context'])

/**
 * The retrieved documents of a message, in order, apart from one another: texts of `document` and `search_result` blocks; what stands between tags (see
 * `taggedDocuments`), those of the policy included; and documents of a pack that packgraph wrote. Several texts of a message are no documents for that: they are
 * as often reminders and instructions. Linear.
 */
export function findDocuments(message: ConversationMessage, tags: readonly string[] = []): readonly FoundDocument[] {
  const names = [...DOCUMENT_TAGS, ...tags]
  const texts = message.parts.filter(({ kind }) => kind === 'text').length
  return message.parts.flatMap((own, part) => {
    if (own.kind !== 'text') return []
    if (isBlockText(message, own)) return own.text === '' ? [] : [{ part, ...wholeOf(own.text) }]
    const tagged = taggedDocuments(own.text, names)
    const ranges = tagged.length > 0 ? tagged : packedDocuments(own.text, texts > 1)
    return ranges.map((range) => ({ part, ...range }))
  })
}

function wholeOf(text: string): DocumentRange {
  return { start: 0, end: text.length, bodyStart: 0, bodyEnd: text.length }
}

function isBlockText({ raw }: ConversationMessage, { path }: TextPart): boolean {
  const [, position] = path
  const block: unknown = Array.isArray(raw.content) && typeof position === 'number' ? raw.content[position] : undefined
  if (typeof block !== 'object' || block === null || !('type' in block) || !BLOCKS.has(block.type)) return false
  return path.length > 3 || !DESCRIPTIONS.has(path[2])
}
