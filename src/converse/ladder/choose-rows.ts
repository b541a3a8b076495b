import type { JsonTree } from '../../compress/tool-output/json/json-tree.ts'
import { factKey, factWordsOf, isFact } from './fact-words.ts'
import { leavesOf } from './prune-json.ts'

/**
 * The rows of a list that somebody spoke of: those with a fact that was mentioned and that most other rows lack. What all rows share (the day of all flights) tells
 * none of them apart. Linear in the rows.
 */
export function rowsSpokenOf(rows: readonly JsonTree[], isMentioned: (factKey: string) => boolean): readonly boolean[] {
  const mentionedOf = rows.map((row) => new Set(mentionedFacts(row, isMentioned)))
  const rowsWith = new Map<string, number>()
  for (const facts of mentionedOf) for (const fact of facts) rowsWith.set(fact, (rowsWith.get(fact) ?? 0) + 1)
  const most = Math.max(1, Math.floor(rows.length / 2))
  return mentionedOf.map((facts) => [...facts].some((fact) => rowsWith.get(fact)! <= most))
}

function mentionedFacts(row: JsonTree, isMentioned: (factKey: string) => boolean): readonly string[] {
  return leavesOf(row).flatMap(({ text }) => factWordsOf(text).filter(isFact).map(factKey).filter(isMentioned))
}
