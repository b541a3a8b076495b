import { identifierParts, termsOfWord } from '../../domain/text/terms.ts'
import { startsCapital, wordsOf } from '../../domain/text/words.ts'
import type { ProseSentence } from './sentences.ts'

const STEM_WEIGHT = 0.3
const FACT_WEIGHT = 2
/** What an element is worth when an earlier sentence has it already, and again for each further one. */
const REPEAT_DECAY = 0.5
const REFERENCE_QUANTILE = 0.95
const CODE_SPAN = /`[^`\n]{1,80}`/g
const DIGIT = /\p{Nd}/u
const ALL_CAPITALS = /^\p{Lu}[\p{Lu}\p{N}]+$/u

/**
 * How much each sentence tells for its weight where no query is known, from 0 to 2: how near it is to the beginning of its paragraph, 1/(1 + position), plus how
 * much it says that no earlier sentence said, up to 1. Numbers, names, code and capitals count 2 each, stems .3 of their idf among these sentences. Linear, but
 * for one sort.
 *
 * Source: ours; the position is the oldest feature of extraction (Edmundson, New Methods in Automatic Extracting, 1969).
 */
export function noveltyScores(sentences: readonly ProseSentence[], weights: readonly number[]): readonly number[] {
  const elements = sentences.map(({ text }) => elementsOf(text))
  const containing = new Map<string, number>()
  for (const own of elements)
    for (const element of own.keys()) containing.set(element, (containing.get(element) ?? 0) + 1)
  const seen = new Map<string, number>()
  const novelty = elements.map((own, index) => {
    let sum = 0
    for (const [element, isFact] of own) {
      const earlier = seen.get(element) ?? 0
      seen.set(element, earlier + 1)
      const weight = isFact ? FACT_WEIGHT : STEM_WEIGHT * Math.log(1 + sentences.length / containing.get(element)!)
      sum += weight * REPEAT_DECAY ** earlier
    }
    return sum / Math.max(1, weights[index]!)
  })
  const sorted = Float64Array.from(novelty).sort()
  const reference = sorted[Math.floor((sorted.length - 1) * REFERENCE_QUANTILE)] ?? 0
  return sentences.map(({ position }, index) => {
    const share = reference === 0 ? 0 : Math.min(1, novelty[index]! / reference)
    return 1 / (1 + position) + share
  })
}

/** What a sentence speaks of, each once; true for facts, false for mere stems. */
function elementsOf(text: string): ReadonlyMap<string, boolean> {
  const elements = new Map<string, boolean>()
  for (const span of text.match(CODE_SPAN) ?? []) elements.set(span, true)
  wordsOf(text).forEach((word, index) => {
    if (isFact(word, index > 0)) elements.set(word, true)
    else for (const term of termsOfWord(word)) if (!elements.has(term)) elements.set(term, false)
  })
  return elements
}

/** A capital at the beginning of a sentence says nothing. */
function isFact(word: string, inside: boolean): boolean {
  return (
    DIGIT.test(word) || (inside && startsCapital(word)) || ALL_CAPITALS.test(word) || identifierParts(word).length > 0
  )
}
