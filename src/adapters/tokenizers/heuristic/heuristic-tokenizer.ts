import type { Tokenizer } from '../../../ports/tokenizer.ts'
import { estimateTokens } from './estimate-tokens.ts'

export const HEURISTIC_IDENTITY = 'heuristic@1'

/** The tokenizer without tables that weighs units when the operator names no other; see {@link estimateTokens}. About 100 MB/s. */
export const heuristicTokenizer: Tokenizer = {
  identity: HEURISTIC_IDENTITY,
  exactness: 'estimated',
  count: (text) => estimateTokens(text),
}
