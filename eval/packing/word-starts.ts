import type { Range } from '../metrics/spans.ts'

const WORD = /[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu

/**
 * The tokens of one document for precision, recall and overlap: words, and every other character that is not white space. Unlike the tokens of a model they
 * add up over disjoint ranges, and they are the same whatever model the packs are for.
 */
export class WordStarts {
  readonly #starts: Uint32Array

  constructor(text: string) {
    const starts: number[] = []
    let bytes = 0
    let from = 0
    for (const { index } of text.matchAll(WORD)) {
      bytes += Buffer.byteLength(text.slice(from, index))
      from = index
      starts.push(bytes)
    }
    this.#starts = Uint32Array.from(starts)
  }

  /** Tokens that start in the ranges, which are disjoint and in bytes. Cost: logarithmic in the document for each range. */
  countIn(ranges: readonly Range[]): number {
    return ranges.reduce((sum, { start, end }) => sum + this.#before(end) - this.#before(start), 0)
  }

  /** Tokens that start before a byte. */
  #before(byte: number): number {
    let low = 0
    let high = this.#starts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#starts[middle]! < byte) low = middle + 1
      else high = middle
    }
    return low
  }
}
