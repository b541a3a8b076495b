import { createRecentCache, ENTRY_CHARACTERS } from '../recent-cache.ts'

/** What texts weigh, kept from one call to the next. */
export interface CountCache {
  /** `undefined` where it is not, or no longer, known. */
  get(tokenizer: string, text: string): number | undefined
  set(tokenizer: string, text: string, tokens: number): void
}

/** Texts of eight sessions of a million tokens, or so. */
const DEFAULT_CHARACTERS = 32_000_000

/**
 * A bounded cache: equal identities of tokenizers promise equal counts, so it may outlive the tokenizer that counted. Holds the texts themselves, `characters` UTF-16 units of them at most.
 * A lookup costs a hash of the text, some thousand times less than counting it.
 */
export function createCountCache(characters: number = DEFAULT_CHARACTERS): CountCache {
  const counts = createRecentCache<Map<string, number>>(characters)
  return {
    get: (tokenizer, text) => counts.get(text)?.get(tokenizer),
    set: (tokenizer, text, tokens) => {
      const known = counts.get(text)
      if (known !== undefined) known.set(tokenizer, tokens)
      else counts.set(text, new Map([[tokenizer, tokens]]), text.length + ENTRY_CHARACTERS)
    },
  }
}
