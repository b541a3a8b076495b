import { STOP_WORDS } from '../../domain/text/stop-words.ts'
import { termPrefix, termsOfWord } from '../../domain/text/terms.ts'
import { traitsOf } from './word-row.ts'

/** Numbers strings from 0 in order of first sight. */
export class Interner {
  private readonly ids = new Map<string, number>()
  readonly strings: string[] = []

  get size(): number {
    return this.strings.length
  }

  intern(text: string): number {
    const known = this.ids.get(text)
    if (known !== undefined) return known
    const id = this.strings.length
    this.ids.set(text, id)
    this.strings.push(text)
    return id
  }

  find(text: string): number | undefined {
    return this.ids.get(text)
  }
}

/** What the builder needs to know of a distinct word (case kept), computed once. */
export interface WordFacts {
  /** The word in lower case. */
  readonly lower: number
  readonly terms: readonly number[]
  readonly prefixes: readonly number[]
  /** Bits of `word-row.ts`. */
  readonly traits: number
}

/** All distinct words, lower-case forms, terms and term prefixes of a corpus. */
export class Vocabulary {
  readonly words: Interner = new Interner()
  readonly lowers: Interner = new Interner()
  readonly terms: Interner = new Interner()
  readonly prefixes: Interner = new Interner()
  private readonly facts: WordFacts[] = []

  internWord(word: string): number {
    const id = this.words.intern(word)
    if (id === this.facts.length) this.facts.push(this.describe(word))
    return id
  }

  factsOf(wordId: number): WordFacts {
    return this.facts[wordId]!
  }

  private describe(word: string): WordFacts {
    const lower = word.toLowerCase()
    const terms = termsOfWord(word)
    return {
      lower: this.lowers.intern(lower),
      terms: terms.map((term) => this.terms.intern(term)),
      prefixes: STOP_WORDS.has(lower)
        ? []
        : Array.from(new Set(terms.map((term) => this.prefixes.intern(termPrefix(term))))),
      traits: traitsOf(word),
    }
  }
}
