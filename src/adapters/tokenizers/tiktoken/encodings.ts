import type { PieceRule } from './piece-rules.ts'
import { cl100kPieceEnd } from './split-cl100k.ts'
import { gpt2PieceEnd } from './split-gpt2.ts'
import { o200kPieceEnd } from './split-o200k.ts'

/** One published vocabulary with the rule that cuts text into the pieces it encodes apart. */
export interface Encoding {
  readonly pieceEnd: PieceRule
  /** Whether the count of a text is the sum over its segments; see segments.ts. */
  readonly additiveAtNewlines: boolean
  /** Loads the rank table; the module is large and takes tens of milliseconds. */
  readonly loadRanks: () => Promise<{ readonly default: EncodedRanks }>
}

/** The part of js-tiktoken's rank modules that is used here. */
export interface EncodedRanks {
  /** Lines of `! <first rank> <token> <token> …`, the tokens in base64 and in order of rank. */
  readonly bpe_ranks: string
}

/** The encodings that js-tiktoken has rank tables of. */
export type EncodingName = 'o200k_base' | 'cl100k_base' | 'p50k_base' | 'p50k_edit' | 'r50k_base' | 'gpt2'

const ENCODINGS: Readonly<Record<EncodingName, Encoding>> = {
  o200k_base: {
    pieceEnd: o200kPieceEnd,
    additiveAtNewlines: true,
    loadRanks: () => import('js-tiktoken/ranks/o200k_base'),
  },
  cl100k_base: {
    pieceEnd: cl100kPieceEnd,
    additiveAtNewlines: true,
    loadRanks: () => import('js-tiktoken/ranks/cl100k_base'),
  },
  p50k_base: {
    pieceEnd: gpt2PieceEnd,
    additiveAtNewlines: false,
    loadRanks: () => import('js-tiktoken/ranks/p50k_base'),
  },
  p50k_edit: {
    pieceEnd: gpt2PieceEnd,
    additiveAtNewlines: false,
    loadRanks: () => import('js-tiktoken/ranks/p50k_edit'),
  },
  r50k_base: {
    pieceEnd: gpt2PieceEnd,
    additiveAtNewlines: false,
    loadRanks: () => import('js-tiktoken/ranks/r50k_base'),
  },
  gpt2: {
    pieceEnd: gpt2PieceEnd,
    additiveAtNewlines: false,
    loadRanks: () => import('js-tiktoken/ranks/gpt2'),
  },
}

/** Every encoding that can be counted, newest first. */
export const ENCODING_NAMES: readonly EncodingName[] = Object.keys(ENCODINGS) as EncodingName[]

export function encodingNamed(name: EncodingName): Encoding {
  return ENCODINGS[name]
}
