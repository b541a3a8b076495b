import type { PrefixBreakpoint } from '../../domain/compressed-request.ts'
import type { UnitForm } from '../../domain/conversation.ts'
import { canonicalJson } from '../canonical-json.ts'
import { type RequestCounter, standsAmongMessages } from '../count/request-counter.ts'
import type { Inventory } from '../inventory/take-inventory.ts'
import type { RequestPiece } from './prefix-chain.ts'
import { queryTextsIn, type RequestState } from './request-draft.ts'

/**
 * A request as it is sent, piece by piece, in the order in which a provider reads it. Units go by their hashes, so that nothing long is written once more. What ends with a piece: `tools`,
 * `system` (examples included), `memory`, `history` (all before the query) and `messages`.
 */
export async function piecesOf(
  { conversation, history, query }: Inventory,
  state: RequestState,
  counter: RequestCounter,
): Promise<readonly RequestPiece[]> {
  const { system, messages } = conversation
  const leading = messages.slice(0, history.leadingMessages)
  const pieces: RequestPiece[] = []
  const add = (text: string, tokens: number): number => pieces.push({ text, tokens, ends: null })
  const end = (ends: PrefixBreakpoint['after']): void => {
    const last = pieces.at(-1)
    if (last !== undefined) pieces[pieces.length - 1] = { ...last, ends }
  }
  if (state.tools.length > 0) {
    add(canonicalJson(state.tools.map(({ text }) => text)), await counter.tools(state.tools))
    end('tools')
  }
  add(canonicalJson(system), await counter.frame(conversation))
  for (const message of leading) add(canonicalJson(message.raw), await counter.message(message))
  end('system')
  const { forms, memoryText } = state.history
  if (memoryText !== '') {
    add(memoryText, await counter.memory(memoryText))
    end('memory')
  }
  for (const unit of history.units) {
    const isQuery = unit.index === history.queryUnit
    if (isQuery) end('history')
    const form = forms[unit.index]!
    if (!standsAmongMessages(form)) continue
    const asked = isQuery && query !== null ? JSON.stringify(queryTextsIn(state, query, conversation)) : ''
    add(`${unit.sha256}${textsOf(form)}${asked}`, await counter.unit(conversation, unit, form))
  }
  end('messages')
  return pieces
}

/** A unit that is sent word for word has no other texts. */
function textsOf({ texts }: UnitForm): string {
  return texts.length === 0 ? '' : JSON.stringify(texts)
}
