import { NO_RANK } from '../bpe/pair-ranks.ts'
import { extendHash, LONGEST_RANGE_BYTES, mixHash } from './prefix-hashes.ts'

const PADDING = 0x3d // =

/** Value of each base64 digit. */
const BASE64_VALUES: Uint8Array = new Uint8Array(128)
for (const [value, digit] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries()) {
  BASE64_VALUES[digit.charCodeAt(0)] = value
}

/**
 * A vocabulary of byte strings in flat arrays: all tokens in one pool, found by open addressing on their hash. It takes a tenth of the memory of a
 * `Map` of strings, loads faster, and looks up any range of a text without making a string of it.
 *
 * Ranks are the tokens' positions in the published order, which is all that merging compares.
 */
export class RankTable {
  /** Bytes of all tokens, and where each starts; one more entry ends the last. */
  readonly #pool: Uint8Array
  readonly #starts: Int32Array
  /** Pairs of hash and rank + 1; 0 in the second place marks an empty slot. */
  readonly #slots: Int32Array
  readonly #slotMask: number
  readonly longestTokenBytes: number

  /** @param encoded lines of `! <first rank> <token> <token> …` in order of rank, tokens in base64. Linear; about 50 ms for 200,000 tokens. */
  constructor(encoded: string) {
    const { pool, starts } = decodeTokens(encoded)
    this.#pool = pool
    this.#starts = starts
    const tokens = starts.length - 1
    const capacity = 2 ** Math.ceil(Math.log2(tokens * 2))
    this.#slots = new Int32Array(capacity * 2)
    this.#slotMask = capacity - 1
    let longest = 0
    for (let rank = 0; rank < tokens; rank++) {
      this.#insert(rank)
      longest = Math.max(longest, starts[rank + 1]! - starts[rank]!)
    }
    this.longestTokenBytes = Math.min(longest, LONGEST_RANGE_BYTES)
  }

  /** @returns the rank of `bytes[start, end)`, whose hash is given, or {@link NO_RANK}. */
  rankOf(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const slots = this.#slots
    let slot = mixHash(hash) & this.#slotMask
    for (;;) {
      const next = slots[2 * slot + 1]!
      if (next === 0) return NO_RANK
      if (slots[2 * slot] === hash && this.#tokenEquals(next - 1, bytes, start, end)) return next - 1
      slot = (slot + 1) & this.#slotMask
    }
  }

  #tokenEquals(rank: number, bytes: Uint8Array, start: number, end: number): boolean {
    const pool = this.#pool
    const from = this.#starts[rank]!
    if (this.#starts[rank + 1]! - from !== end - start) return false
    for (let at = start; at < end; at++) if (pool[from + at - start] !== bytes[at]) return false
    return true
  }

  #insert(rank: number): void {
    let hash = 0
    for (let at = this.#starts[rank]!; at < this.#starts[rank + 1]!; at++) hash = extendHash(hash, this.#pool[at]!)
    let slot = mixHash(hash) & this.#slotMask
    while (this.#slots[2 * slot + 1] !== 0) slot = (slot + 1) & this.#slotMask
    this.#slots[2 * slot] = hash
    this.#slots[2 * slot + 1] = rank + 1
  }
}

/** Decodes all tokens into one pool. */
function decodeTokens(encoded: string): { readonly pool: Uint8Array; readonly starts: Int32Array } {
  const pool = new Uint8Array(Math.ceil((encoded.length * 3) / 4))
  const starts: number[] = [0]
  let end = 0
  for (const line of encoded.split('\n')) {
    let at = line.indexOf(' ', 2) + 1 // after "! <first rank> "
    while (at > 0 && at < line.length) {
      const tokenEnd = indexOfOr(line, ' ', at)
      end = decodeBase64(line, at, tokenEnd, pool, end)
      starts.push(end)
      at = tokenEnd + 1
    }
  }
  return { pool: pool.slice(0, end), starts: Int32Array.from(starts) }
}

function indexOfOr(text: string, sought: string, from: number): number {
  const index = text.indexOf(sought, from)
  return index < 0 ? text.length : index
}

/** Decodes `text[start, end)` to `output` at `outputStart`. @returns where the output ends. */
function decodeBase64(text: string, start: number, end: number, output: Uint8Array, outputStart: number): number {
  let outputEnd = outputStart
  let bits = 0
  let bitCount = 0
  for (let at = start; at < end; at++) {
    const digit = text.charCodeAt(at)
    if (digit === PADDING) break
    bits = ((bits << 6) | BASE64_VALUES[digit]!) & 0xffff
    bitCount += 6
    if (bitCount >= 8) {
      bitCount -= 8
      output[outputEnd++] = (bits >> bitCount) & 0xff
    }
  }
  return outputEnd
}
