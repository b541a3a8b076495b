import { STOP_WORDS } from '../../domain/text/stop-words.ts'
import { termPrefix, termsOfWord } from '../../domain/text/terms.ts'
import { bytes, NumberList, words } from './number-list.ts'
import { type Rows, RowsBuilder } from './rows.ts'
import { StringTable } from './string-table.ts'
import { traitsOf } from './word-row.ts'

/** What is to be known of each distinct word (case kept), found out once. */
export interface WordFacts {
  /** The word in lower case. */
  readonly lowers: Uint32Array
  /** Bits of `word-row.ts`. */
  readonly traits: Uint8Array
  readonly terms: Rows
  readonly prefixes: Rows
}

const NO_FACTS: WordFacts = {
  lowers: words(0),
  traits: bytes(0),
  terms: new RowsBuilder().build(),
  prefixes: new RowsBuilder().build(),
}

/**
 * All distinct words, lower-case forms, terms and term prefixes of a corpus. Numbers are given once and stay, so that views of several states share one
 * vocabulary; it then also knows words that one or the other state does not have.
 */
export class Vocabulary {
  readonly words: StringTable
  readonly lowers: StringTable
  readonly terms: StringTable
  readonly prefixes: StringTable
  private readonly wordLowers: NumberList<Uint32Array>
  private readonly wordTraits: NumberList<Uint8Array>
  private readonly wordTerms: RowsBuilder
  private readonly wordPrefixes: RowsBuilder

  constructor(
    tables: Pick<Vocabulary, 'words' | 'lowers' | 'terms' | 'prefixes'> = {
      words: new StringTable(),
      lowers: new StringTable(),
      terms: new StringTable(),
      prefixes: new StringTable(),
    },
    facts: WordFacts = NO_FACTS,
  ) {
    this.words = tables.words
    this.lowers = tables.lowers
    this.terms = tables.terms
    this.prefixes = tables.prefixes
    this.wordLowers = NumberList.from(words, facts.lowers)
    this.wordTraits = NumberList.from(bytes, facts.traits)
    this.wordTerms = RowsBuilder.from(facts.terms)
    this.wordPrefixes = RowsBuilder.from(facts.prefixes)
  }

  /** The facts of the words so far, as views: ask again after a word was added. */
  get facts(): WordFacts {
    return {
      lowers: this.wordLowers.view(),
      traits: this.wordTraits.view(),
      terms: this.wordTerms.view(),
      prefixes: this.wordPrefixes.view(),
    }
  }

  internWord(word: string): number {
    const id = this.words.intern(word)
    if (id === this.wordLowers.length) this.describe(word)
    return id
  }

  /** Calls `visit` for each term of a word. */
  forEachTerm(word: number, visit: (term: number) => void): void {
    this.wordTerms.forEachOf(word, visit)
  }

  private describe(word: string): void {
    const lower = word.toLowerCase()
    const terms = termsOfWord(word)
    this.wordLowers.push(this.lowers.intern(lower))
    this.wordTraits.push(traitsOf(word))
    for (const term of terms) this.wordTerms.push(this.terms.intern(term))
    this.wordTerms.endRow()
    if (!STOP_WORDS.has(lower)) {
      const prefixes = new Set(terms.map((term) => this.prefixes.intern(termPrefix(term))))
      for (const prefix of prefixes) this.wordPrefixes.push(prefix)
    }
    this.wordPrefixes.endRow()
  }
}
