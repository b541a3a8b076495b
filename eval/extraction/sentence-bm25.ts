import { wordsOfSentence } from './sentence-words.ts'

const SATURATION = 1.2
const LENGTH_EFFECT = 0.75

/** BM25 of each sentence for a query, all frequencies being those of the sentences. Source: Robertson et al., Okapi at TREC-3 (1994), idf never negative. */
export function sentenceBm25(sentences: readonly string[], query: string): readonly number[] {
  const wanted = new Set(wordsOfSentence(query))
  const words = sentences.map(wordsOfSentence)
  const averageLength = Math.max(1, words.reduce((sum, own) => sum + own.length, 0) / Math.max(1, words.length))
  const containing = new Map<string, number>()
  for (const own of words)
    for (const word of new Set(own)) if (wanted.has(word)) containing.set(word, (containing.get(word) ?? 0) + 1)
  return words.map((own) => {
    const damping = SATURATION * (1 - LENGTH_EFFECT + (LENGTH_EFFECT * own.length) / averageLength)
    let score = 0
    for (const [word, count] of containing) {
      const frequency = own.filter((other) => other === word).length
      const idf = Math.log(1 + (words.length - count + 0.5) / (count + 0.5))
      score += (idf * frequency * (SATURATION + 1)) / (frequency + damping)
    }
    return score
  })
}
