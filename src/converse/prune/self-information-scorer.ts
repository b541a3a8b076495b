import type { TokenScorer } from '../../ports/token-scorer.ts'

const WORD = /[\p{L}\p{M}\p{N}]+/gu

/**
 * A word's self-information in its own text: −log₂ of its share of the words, whatever their case. The words that the text has most go first. It knows no language and no model, and sees no context; it
 * measured no better than extracting harder (docs/requests.md).
 * Source: Shannon, A Mathematical Theory of Communication (1948); for pruning, Li et al., Compressing Context to Enhance Inference Efficiency (2023), with a model in place of counts.
 */
export const selfInformationScorer: TokenScorer = {
  identity: 'self-information@1',
  score(text, words) {
    const counts = new Map<string, number>()
    let total = 0
    for (const [word] of text.toLowerCase().matchAll(WORD)) {
      counts.set(word, (counts.get(word) ?? 0) + 1)
      total += 1
    }
    return Promise.resolve(
      words.map(({ start, end }) => Math.log2(total / (counts.get(text.slice(start, end).toLowerCase()) ?? 1))),
    )
  },
}
