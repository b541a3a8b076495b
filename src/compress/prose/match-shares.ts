import { termsOf } from '../../domain/text/terms.ts'

const SATURATION = 1.2
const LENGTH_EFFECT = 0.75

/** What of a text its score depends on. */
export interface TermCounts {
  /** Terms in all, repeats counted. */
  readonly length: number
  readonly counts: ReadonlyMap<string, number>
}

/** Counts the terms of a text; a function of the text, so that callers may remember the answer. Linear. */
export function countTerms(text: string): TermCounts {
  const terms = termsOf(text)
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return { length: terms.length, counts }
}

/**
 * The BM25 score of each text as a share of the highest, 0 to 1. Frequencies and lengths are those of these texts alone. All zeros when none has a word of the
 * query. Linear in the texts, for short queries.
 *
 * Source: Robertson, Walker, Jones, Hancock-Beaulieu, Gatford, Okapi at TREC-3 (1994), with the idf of Lucene, which is never negative.
 */
export function matchShares(texts: readonly TermCounts[], query: string): readonly number[] {
  const wanted = [...new Set(termsOf(query))]
  const weights = wanted.map((term) => {
    const containing = texts.reduce((sum, { counts }) => (counts.has(term) ? sum + 1 : sum), 0)
    return { term, idf: Math.log(1 + (texts.length - containing + 0.5) / (containing + 0.5)) }
  })
  const averageLength = Math.max(1, texts.reduce((sum, { length }) => sum + length, 0) / texts.length)
  const scores = texts.map(({ length, counts }) => {
    const damping = SATURATION * (1 - LENGTH_EFFECT + (LENGTH_EFFECT * length) / averageLength)
    let score = 0
    for (const { term, idf } of weights) {
      const frequency = counts.get(term) ?? 0
      score += (idf * frequency * (SATURATION + 1)) / (frequency + damping)
    }
    return score
  })
  const highest = scores.reduce((most, score) => Math.max(most, score), 0)
  return highest === 0 ? scores : scores.map((score) => score / highest)
}
