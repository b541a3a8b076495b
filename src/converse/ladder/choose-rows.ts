import type { JsonTree } from '../../compress/tool-output/json/json-tree.ts'
import { factKey, factWordsOf, isFact, isIdentifier } from './fact-words.ts'
import { leavesOf, type RowChoice } from './prune-json.ts'

/** Shorter words are mentioned by accident. */
const LEAST_LETTERS = 3

const ALL: RowChoice = { keeps: 'all' }
const NOTHING: RowChoice = { keeps: 'nothing' }

/**
 * Rows of a list that somebody spoke of stay: those with a fact that was mentioned and that most other rows lack. What all rows share (the day of all flights) tells
 * none of them apart. Of the others stays what they are called, the first identifier that most other rows lack. Linear in the rows.
 */
export function chooseRows(rows: readonly JsonTree[], isMentioned: (factKey: string) => boolean): readonly RowChoice[] {
  const leaves = rows.map((row) => leavesOf(row).map(({ text }) => text))
  const rowsWith = new Map<string, number>()
  for (const texts of leaves) {
    for (const fact of new Set(texts.flatMap(factsIn))) rowsWith.set(fact, (rowsWith.get(fact) ?? 0) + 1)
  }
  const most = Math.max(1, Math.floor(rows.length / 2))
  const isOwn = (fact: string): boolean => rowsWith.get(fact)! <= most
  return leaves.map((texts) => {
    if (texts.some((text) => factsIn(text).some((fact) => isOwn(fact) && isMentioned(fact)))) return ALL
    const name = texts.find((text) => isIdentifier(text) && factsIn(text).some(isOwn))
    return name === undefined ? NOTHING : { keeps: 'name', name }
  })
}

function factsIn(text: string): readonly string[] {
  return factWordsOf(text)
    .filter((word) => word.length >= LEAST_LETTERS && isFact(word))
    .map(factKey)
}
