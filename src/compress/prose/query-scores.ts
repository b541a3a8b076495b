import { countTerms, matchShares } from './match-shares.ts'
import type { ProseSentence } from './sentences.ts'

const NEIGHBOUR_SHARE = 0.2
const PARAGRAPH_SHARE = 0.3

/**
 * How much each sentence has to do with a query, at least 0: its BM25 score as a share of the highest, plus .2 of that of each neighbour and .3 of the best in
 * its paragraph. Frequencies and lengths are those of these sentences alone: with those of a large collection 11 points fewer answers were kept. All zeros when
 * no sentence has a word of the query. Linear.
 */
export function queryScores(sentences: readonly ProseSentence[], query: string): readonly number[] {
  const matches = matchShares(
    sentences.map(({ text }) => countTerms(text)),
    query,
  )
  const bestOfParagraph = new Map<number, number>()
  sentences.forEach(({ paragraph }, index) => {
    bestOfParagraph.set(paragraph, Math.max(bestOfParagraph.get(paragraph) ?? 0, matches[index]!))
  })
  return sentences.map(({ paragraph }, index) => {
    const neighbour = (other: number) => (sentences[other]?.paragraph === paragraph ? matches[other]! : 0)
    const around = neighbour(index - 1) + neighbour(index + 1)
    return matches[index]! + NEIGHBOUR_SHARE * around + PARAGRAPH_SHARE * bestOfParagraph.get(paragraph)!
  })
}
