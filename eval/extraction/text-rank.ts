import { wordsOfSentence } from './sentence-words.ts'

const DAMPING = 0.85
const ROUNDS = 30

/**
 * TextRank: how central each sentence is among all, by the words it shares with others. Quadratic in the number of sentences.
 * Source: Mihalcea and Tarau, TextRank: Bringing Order into Texts (EMNLP 2004), without its filter of word classes; 30 rounds.
 */
export function textRank(sentences: readonly string[]): readonly number[] {
  const words = sentences.map((text) => new Set(wordsOfSentence(text)))
  const links = words.map((own, index) => words.map((other, at) => (at === index ? 0 : similarity(own, other))))
  const outgoing = links.map((row) => row.reduce((sum, weight) => sum + weight, 0))
  let ranks = sentences.map(() => 1)
  for (let round = 0; round < ROUNDS; round++) {
    const before = ranks
    ranks = links.map((row) => {
      const received = row.reduce(
        (sum, weight, at) => (weight === 0 ? sum : sum + (weight / outgoing[at]!) * before[at]!),
        0,
      )
      return 1 - DAMPING + DAMPING * received
    })
  }
  return ranks
}

function similarity(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const shared = [...left].filter((word) => right.has(word)).length
  const lengths = Math.log(left.size) + Math.log(right.size)
  return shared === 0 || lengths <= 0 ? 0 : shared / lengths
}
