import { termsOfWord } from '../domain/text/terms.ts'
import { wordsOf } from '../domain/text/words.ts'

/** Finds a question's terms in texts. The texts of one pack have most of their words in common, and most words have nothing of the question: each is looked into once. */
export class QuestionTerms {
  readonly #weights: ReadonlyMap<string, number>
  /** What each word has of the question; undefined where that is nothing. */
  readonly #byWord = new Map<string, readonly string[] | undefined>()

  /** @param weights question term to its share of the question. */
  constructor(weights: ReadonlyMap<string, number>) {
    this.#weights = weights
  }

  /** The question's terms in a text, each with its weight, in order of first occurrence. */
  in(text: string): ReadonlyMap<string, number> {
    const found = new Map<string, number>()
    if (this.#weights.size === 0) return found
    for (const word of wordsOf(text)) {
      let terms = this.#byWord.get(word)
      if (terms === undefined && !this.#byWord.has(word)) {
        const wanted = termsOfWord(word).filter((term) => this.#weights.has(term))
        terms = wanted.length > 0 ? wanted : undefined
        this.#byWord.set(word, terms)
      }
      if (terms) for (const term of terms) found.set(term, this.#weights.get(term)!)
    }
    return found
  }
}
