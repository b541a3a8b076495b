import type { Inventory } from '../converse/inventory/take-inventory.ts'
import type { ReadText } from '../converse/score/read-text.ts'
import { requiredKeywords } from '../converse/score/required-keywords.ts'
import { scoreUnits, type UnitScores } from '../converse/score/score-units.ts'

/** What the units of a history have to do with its query. */
export interface RequestScores extends UnitScores {
  /** What of the query has to be found word for word. */
  readonly keywords: readonly string[]
}

/** Scores the units of a history; the query has nothing to do with itself. */
export function scoreRequest(
  { conversation, history, query }: Inventory,
  read: (text: string) => ReadText,
): RequestScores {
  const asked = query?.asked ?? ''
  const keywords = requiredKeywords(asked)
  const texts = history.units.map(({ index, start, end }) =>
    index === history.queryUnit
      ? ''
      : conversation.messages
          .slice(start, end)
          .flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'opaque' ? [] : [part.text])))
          .join('\n'),
  )
  return { keywords, ...scoreUnits({ query: asked, keywords, texts, read }) }
}
