import type { ConversationDraft, DraftMessage, PartText, ToolDefinition, UnitForm } from '../../domain/conversation.ts'
import { standsAmongMessages } from '../count/request-counter.ts'
import type { Inventory } from '../inventory/take-inventory.ts'

/** What is sent of a request, by its parts. */
export interface RequestState {
  readonly tools: readonly ToolDefinition[]
  /** What stands for units that have left the messages; null while all of them stand there. */
  readonly memory: string | null
  /** Of units that are not sent word for word, by index. */
  readonly forms: ReadonlyMap<number, UnitForm>
}

/**
 * Lays a request out so that it begins as the last one did: instructions and examples, then the memory, then the units as they follow each other. What changes from call to call stands in the
 * query, behind all that.
 */
export function draftOf(
  { conversation, history }: Pick<Inventory, 'conversation' | 'history'>,
  state: RequestState,
): ConversationDraft {
  const leading = Array.from({ length: history.leadingMessages }, (_, message) => original(message))
  const memory: readonly DraftMessage[] = state.memory === null ? [] : [{ kind: 'memory', text: state.memory }]
  const units = history.units.flatMap(({ index, start, end }) => {
    const form = state.forms.get(index)
    if (form !== undefined && !standsAmongMessages(form)) return []
    const textsOf = (position: number): readonly PartText[] =>
      form?.texts.filter(({ message }) => message === position) ?? []
    return Array.from({ length: end - start }, (_, position) => original(start + position, textsOf(position)))
  })
  return { source: conversation, tools: state.tools, messages: [...leading, ...memory, ...units] }
}

function original(message: number, texts: readonly PartText[] = []): DraftMessage {
  return { kind: 'original', message, texts: texts.map(({ part, text }) => ({ part, text })) }
}
