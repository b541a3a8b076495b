import { PackgraphError } from '../../../domain/errors.ts'
import type { Tokenizer } from '../../../ports/tokenizer.ts'
import { GenerationCache } from '../generation-cache.ts'
import { type EncodedRanks, type Encoding, type EncodingName, encodingNamed } from './encodings.ts'
import { PieceCounter } from './piece-counter.ts'
import { RankTable } from './rank-table.ts'
import { segmentEnd } from './segments.ts'
import { Utf8Text } from './utf8-text.ts'

/**
 * Loads the exact tokenizer `tiktoken:<encoding>`. It counts what OpenAI's tiktoken counts with no special tokens allowed: their text is ordinary
 * text, and a lone surrogate counts as U+FFFD. `count` is O(n log n) whatever the text, and nearly free for segments it has counted before.
 *
 * Letters, marks and numbers are those of Unicode 16, as in tiktoken's own build; an engine that knows an older Unicode lacks the newest of them.
 *
 * @throws PackgraphError `TOKENIZER_UNAVAILABLE` when the rank table cannot be loaded.
 */
export async function loadTiktokenTokenizer(name: EncodingName): Promise<Tokenizer> {
  const encoding = encodingNamed(name)
  const ranks = new RankTable((await loadRanks(name, encoding)).bpe_ranks)
  const counter = new TextCounter(encoding, ranks)
  return {
    identity: `tiktoken:${name}`,
    exactness: 'exact',
    count: (text) => counter.count(text),
  }
}

async function loadRanks(name: EncodingName, encoding: Encoding): Promise<EncodedRanks> {
  try {
    return (await encoding.loadRanks()).default
  } catch (cause) {
    throw new PackgraphError('TOKENIZER_UNAVAILABLE', `the rank table of tiktoken:${name} cannot be loaded`, {
      facts: { encoding: name },
      hint: 'Reinstall the dependencies: the package js-tiktoken is missing or incomplete.',
      cause,
    })
  }
}

/** Counts whole texts: by cached segments where the encoding allows it, and piece by piece. */
class TextCounter {
  readonly #encoding: Encoding
  readonly #pieces: PieceCounter
  readonly #segments = new GenerationCache<number>()
  readonly #utf8 = new Utf8Text()

  constructor(encoding: Encoding, ranks: RankTable) {
    this.#encoding = encoding
    this.#pieces = new PieceCounter(ranks)
  }

  count(text: string): number {
    if (!this.#encoding.additiveAtNewlines) return this.#countPieces(text)
    let tokens = 0
    for (let start = 0; start < text.length; ) {
      const end = segmentEnd(text, start)
      tokens += this.#countSegment(text.slice(start, end))
      start = end
    }
    return tokens
  }

  #countSegment(segment: string): number {
    const known = this.#segments.get(segment)
    if (known !== undefined) return known
    const tokens = this.#countPieces(segment)
    this.#segments.set(segment, tokens)
    return tokens
  }

  #countPieces(text: string): number {
    const utf8 = this.#utf8
    utf8.encode(text)
    let tokens = 0
    for (let start = 0; start < utf8.length; ) {
      const end = this.#encoding.pieceEnd(utf8, start)
      tokens += this.#pieces.count(utf8.bytes, start, end)
      start = end
    }
    return tokens
  }
}
