import { NO_RANK, type PairRanks } from '../bpe/pair-ranks.ts'
import { PieceMerger } from '../bpe/piece-merger.ts'
import { GenerationCache } from '../generation-cache.ts'
import { PairTable } from './pair-table.ts'

const UNKNOWN = -2

/** The part of a BPE model that merging needs. */
export interface BpeVocabulary {
  readonly tokensToIds: ReadonlyMap<string, number>
  /** Pairs in order of rank. */
  readonly merges: readonly (readonly string[])[]
}

/**
 * Splits words into the tokens of a vocabulary of merges. Symbols are characters; one that the vocabulary lacks merges with nothing and is left for the
 * caller to spell in bytes or to replace.
 */
export class WordSplitter implements PairRanks {
  readonly #tokensToIds: ReadonlyMap<string, number>
  readonly #tokens: readonly string[]
  readonly #pairs: PairTable
  readonly #merger = new PieceMerger()
  readonly #cache = new GenerationCache<readonly string[]>()
  /** Of the word at hand, by the start of a part: its id and its end. */
  #ids: Int32Array = new Int32Array(256)
  #ends: Int32Array = new Int32Array(256)

  constructor({ tokensToIds, merges }: BpeVocabulary) {
    this.#tokensToIds = tokensToIds
    this.#tokens = tokensById(tokensToIds)
    this.#pairs = new PairTable(merges.length)
    for (const [rank, [left = '', right = '']] of merges.entries()) {
      const leftId = tokensToIds.get(left)
      const rightId = tokensToIds.get(right)
      const merged = tokensToIds.get(left + right)
      if (leftId !== undefined && rightId !== undefined && merged !== undefined) {
        this.#pairs.add(leftId, rightId, rank, merged)
      }
    }
  }

  /** @returns the tokens of a word, in order. O(n log n). */
  split(word: string): readonly string[] {
    const known = this.#cache.get(word)
    if (known !== undefined) return known
    const tokens = this.#merge(Array.from(word))
    this.#cache.set(word, tokens)
    return tokens
  }

  #merge(characters: readonly string[]): readonly string[] {
    const { length } = characters
    if (length > this.#ids.length) {
      this.#ids = new Int32Array(length * 2)
      this.#ends = new Int32Array(length * 2)
    }
    for (let at = 0; at < length; at++) {
      this.#ids[at] = this.#tokensToIds.get(characters[at]!) ?? UNKNOWN
      this.#ends[at] = at + 1
    }
    this.#merger.merge(length, this)
    const tokens: string[] = []
    for (let at = 0; at < length; at = this.#ends[at]!) tokens.push(this.#tokens[this.#ids[at]!] ?? characters[at]!)
    return tokens
  }

  rank(start: number, middle: number): number {
    const left = this.#ids[start]!
    const right = this.#ids[middle]!
    return left === UNKNOWN || right === UNKNOWN ? NO_RANK : this.#pairs.rankOf(left, right)
  }

  merged(start: number, middle: number, end: number): void {
    this.#ids[start] = this.#pairs.mergedOf(this.#ids[start]!, this.#ids[middle]!)
    this.#ends[start] = end
  }
}

function tokensById(tokensToIds: ReadonlyMap<string, number>): readonly string[] {
  const tokens: string[] = []
  for (const [token, id] of tokensToIds) tokens[id] = token
  return tokens
}
