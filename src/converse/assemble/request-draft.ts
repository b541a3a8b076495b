import type { MemoryReport } from '../../domain/compressed-request.ts'
import type { ConversationDraft, DraftMessage, PartText, ToolDefinition } from '../../domain/conversation.ts'
import { standsAmongMessages } from '../count/request-counter.ts'
import type { QueryText } from '../inventory/query-text.ts'
import type { Inventory } from '../inventory/take-inventory.ts'
import type { RecallBlock } from '../memory/recall-block.ts'
import type { SentHistory } from '../memory/remembered-forms.ts'

/** What is sent of a request, by its parts. */
export interface RequestState {
  readonly tools: readonly ToolDefinition[]
  /** A form for each unit, and what stands for those that have left the messages. */
  readonly history: SentHistory
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
  const asked = query === null ? null : { ...query, text: queryTextIn(state, query) }
  const original = (message: number, texts: readonly PartText[] = []): DraftMessage => ({
    kind: 'original',
    message,
    texts: message === asked?.message ? [{ part: asked.part, text: asked.text }] : texts,
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

/** The text in which the request asks, as it is sent. */
export function queryTextIn({ recall }: RequestState, { text }: QueryText): string {
  return recall.text === '' ? text : `${recall.text}\n\n${text}`
}
