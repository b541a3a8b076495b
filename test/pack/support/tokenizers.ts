import { loadTiktokenTokenizer } from '../../../src/adapters/tokenizers/tiktoken/tiktoken-tokenizer.ts'
import type { Tokenizer } from '../../../src/ports/tokenizer.ts'

/** One token for each run of letters and digits and for each other character that is not a space. Easy to count by eye. */
export const wordTokenizer: Tokenizer = {
  identity: 'words@1',
  exactness: 'exact',
  count: (text) => text.match(/[\p{L}\p{N}]+|[^\p{L}\p{N} ]/gu)?.length ?? 0,
}

/** One token for every three characters of the whole text, rounded up: joins take tokens away. */
export const roundingTokenizer: Tokenizer = {
  identity: 'rounding@1',
  exactness: 'exact',
  count: (text) => Math.ceil(text.length / 3),
}

/** Words, with a hundred tokens off or on by the hash of the whole text: more text often counts less. No layout is monotone for it. */
export const capriciousTokenizer: Tokenizer = {
  identity: 'capricious@1',
  exactness: 'exact',
  count: (text) => {
    if (text === '') return 0
    let hash = 7
    for (let index = 0; index < text.length; index++) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0
    return Math.max(1, Number(wordTokenizer.count(text)) + (Math.abs(hash) % 41) - 20)
  },
}

/** The same counts, by promise. */
export function remotely(tokenizer: Tokenizer): Tokenizer {
  return { ...tokenizer, exactness: 'remote', count: async (text) => tokenizer.count(text) }
}

/** Counts what it is asked. */
export function recording(tokenizer: Tokenizer): { readonly tokenizer: Tokenizer; readonly texts: string[] } {
  const texts: string[] = []
  const count: Tokenizer['count'] = (text) => {
    texts.push(text)
    return tokenizer.count(text)
  }
  return { tokenizer: { ...tokenizer, count }, texts }
}

export const o200k: Tokenizer = await loadTiktokenTokenizer('o200k_base')
