import { type CountOptions, countTokens, type Exactness } from 'packgraph'

/** A tokenizer that can take both parts: the one of the generation model, and the one whose counts are the weights. */
export interface TokenizerFamily {
  /** Short, for tables: `o200k`, `cl100k`, `second`. Also the name of its arm. */
  readonly name: string
  /** As `pack` and `countTokens` take it. */
  readonly tokenizer: string
  readonly identity: string
  readonly level: Exactness
  /** Counts one text and remembers the answer: weights of the same units are asked for many times. */
  readonly count: (text: string) => Promise<number>
}

const OWN: readonly (readonly [string, string])[] = [
  ['o200k', 'tiktoken:o200k_base'],
  ['cl100k', 'tiktoken:cl100k_base'],
]

/**
 * The families of a run: two encodings that packgraph has, and a second family of tokenizers where a file is given.
 * @throws PackgraphError `UNKNOWN_TOKENIZER`, `TOKENIZER_UNAVAILABLE`.
 */
export async function tokenizerFamilies(secondTokenizer: string | undefined): Promise<readonly TokenizerFamily[]> {
  const names = secondTokenizer === undefined ? OWN : [...OWN, ['second', secondTokenizer] as const]
  return await Promise.all(
    names.map(async ([name, tokenizer]) => {
      const { tokenizer: identity, level } = await countTokens('', { tokenizer })
      return { name, tokenizer, identity, level, count: rememberedCount({ tokenizer }) }
    }),
  )
}

/** Counts with a tokenizer by name, each text once. */
export function rememberedCount(options: Pick<CountOptions, 'tokenizer'>): (text: string) => Promise<number> {
  const known = new Map<string, number>()
  return async (text) => {
    const tokens = known.get(text) ?? (await countTokens(text, options)).tokens
    known.set(text, tokens)
    return tokens
  }
}
