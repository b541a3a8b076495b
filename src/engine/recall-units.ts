import type { RequestState } from '../converse/assemble/request-draft.ts'
import { isShortened } from '../converse/memory/memory-state.ts'
import { type RecallBlock, recallBlock } from '../converse/memory/recall-block.ts'
import type { HistoryUnit } from '../domain/conversation.ts'
import type { RequestCall } from './request-call.ts'

export const NOTHING_RECALLED: RecallBlock = { text: '', recalled: [] }

/** Units that the query needs and that are not sent word for word. */
export function missingUnits(
  { inventory, scores }: RequestCall,
  { history }: Pick<RequestState, 'history'>,
): readonly HistoryUnit[] {
  if (inventory.query === null || !history.forms.some(isShortened)) return []
  const { pinned } = scores()
  return inventory.history.units.filter(({ index }) => pinned[index] === true && isShortened(history.forms[index]!))
}

/** Old units as they stand in front of the query, within a room. */
export async function recallUnits(
  units: readonly HistoryUnit[],
  roomTokens: number,
  { inventory, scores, counter }: RequestCall,
): Promise<RecallBlock> {
  if (units.length === 0) return NOTHING_RECALLED
  const { conversation } = inventory
  return recallBlock({ conversation, units, keywords: scores().keywords, roomTokens, counter })
}
