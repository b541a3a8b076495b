/** What texts weigh, kept from one call to the next. */
export interface CountCache {
  /** `undefined` where it is not, or no longer, known. */
  get(tokenizer: string, text: string): number | undefined
  set(tokenizer: string, text: string, tokens: number): void
}

/** Texts of eight sessions of a million tokens, or so. */
const DEFAULT_CHARACTERS = 32_000_000
/** A short text beside its text and count takes about as much. */
const ENTRY_CHARACTERS = 64

/**
 * A bounded cache: equal identities of tokenizers promise equal counts, so it may outlive the tokenizer that counted. What was asked for lately stays: when half of the room is
 * full, the half before it is forgotten. Holds the texts themselves, `characters` UTF-16 units of them at most. A lookup costs a hash of the text, some thousand times less than
 * counting it.
 */
export function createCountCache(characters: number = DEFAULT_CHARACTERS): CountCache {
  let young = new Map<string, Map<string, number>>()
  let old = young
  let filled = 0
  const set = (tokenizer: string, text: string, tokens: number): void => {
    if (text.length > characters / 2) return
    if (filled + text.length + ENTRY_CHARACTERS > characters / 2) {
      old = young
      young = new Map()
      filled = 0
    }
    const counts = young.get(tokenizer) ?? new Map<string, number>()
    young.set(tokenizer, counts.set(text, tokens))
    filled += text.length + ENTRY_CHARACTERS
  }
  const get = (tokenizer: string, text: string): number | undefined => {
    const tokens = young.get(tokenizer)?.get(text)
    if (tokens !== undefined) return tokens
    const older = old.get(tokenizer)?.get(text)
    if (older !== undefined) set(tokenizer, text, older)
    return older
  }
  return { get, set }
}
