import type { MemoryReport } from '../../domain/compressed-request.ts'
import type {
  Conversation,
  ConversationDraft,
  DraftMessage,
  PartText,
  ToolDefinition,
} from '../../domain/conversation.ts'
import { standsAmongMessages } from '../count/request-counter.ts'
import type { FittedDocument } from '../documents/fit-documents.ts'
import type { QueryText } from '../inventory/query-text.ts'
import type { Inventory } from '../inventory/take-inventory.ts'
import type { RecallBlock } from '../memory/recall-block.ts'
import type { SentHistory } from '../memory/remembered-forms.ts'

/** A document as it is sent. */
export interface SentDocument extends Omit<FittedDocument, 'outcome'> {
  readonly outcome: FittedDocument['outcome'] | 'pruned'
}

/** What is sent of a request, by its parts. */
export interface RequestState {
  readonly tools: readonly ToolDefinition[]
  /** A form for each unit, and what stands for those that have left the messages. */
  readonly history: SentHistory
  /** Those of the query as they are sent, in their order; empty where they stand as they came. */
  readonly documents: readonly SentDocument[]
  /** What became of what was sent before. */
  readonly boundary: MemoryReport['boundary']
  /** Units that left the messages at this call. */
  readonly newlyFoldedUnits: number
  /** Old units that stand again, word for word, in front of the query. */
  readonly recall: RecallBlock
}

/**
 * Lays a request out so that it begins as the last one did: instructions and examples, then the memory, then the units as they follow each other. What changes from call to call stands in the
 * query, behind all that.
 */
export function draftOf(
  { conversation, history, query }: Pick<Inventory, 'conversation' | 'history' | 'query'>,
  state: RequestState,
): ConversationDraft {
  const { forms, memoryText } = state.history
  const asked = query === null ? [] : queryTextsIn(state, query, conversation)
  const original = (message: number, texts: readonly PartText[] = []): DraftMessage => ({
    kind: 'original',
    message,
    texts: message === query?.message ? asked : texts,
  })
  const leading = Array.from({ length: history.leadingMessages }, (_, message) => original(message))
  const memory: readonly DraftMessage[] = memoryText === '' ? [] : [{ kind: 'memory', text: memoryText }]
  const units = history.units.flatMap(({ index, start, end }) => {
    const form = forms[index]!
    if (!standsAmongMessages(form)) return []
    return Array.from({ length: end - start }, (_, position) => {
      const texts = form.texts.filter(({ message }) => message === position)
      return original(
        start + position,
        texts.map(({ part, text }) => ({ part, text })),
      )
    })
  })
  return { source: conversation, tools: state.tools, messages: [...leading, ...memory, ...units] }
}

/** The texts of the message that asks, as they are sent: documents in their places, and what is recalled in front of the question's text. */
export function queryTextsIn(
  { recall, documents }: Pick<RequestState, 'recall' | 'documents'>,
  { message, part: asking, documents: found }: QueryText,
  { messages }: Conversation,
): readonly PartText[] {
  const { parts } = messages[message]!
  const changed = documents.length === 0 ? [] : found.map(({ part }) => part)
  return [...new Set([asking, ...changed])].map((part) => {
    const own = parts[part]!
    const given = own.kind === 'opaque' ? '' : own.text
    const text = withDocuments(given, part, found, documents)
    return { part, text: part === asking && recall.text !== '' ? `${recall.text}\n\n${text}` : text }
  })
}

function withDocuments(
  text: string,
  part: number,
  found: QueryText['documents'],
  documents: RequestState['documents'],
): string {
  if (documents.length === 0) return text
  const pieces: string[] = []
  let at = 0
  for (const [index, { part: own, start, end }] of found.entries()) {
    if (own !== part) continue
    pieces.push(text.slice(at, start), documents[index]!.text)
    at = end
  }
  return [...pieces, text.slice(at)].join('')
}
