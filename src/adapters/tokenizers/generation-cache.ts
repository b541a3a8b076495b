const LONGEST_KEY_CHARACTERS = 8_192 // V8 hashes strings up to twice as long by their content
const GENERATION_CHARACTERS = 1 << 21
const ENTRY_CHARACTERS = 64 // what an entry takes beside its characters

/**
 * Remembers values by text. Two generations bound it: what was used since the last turn, and what was used in the turn before; when the young one is
 * full it becomes the old one, and the old one is let go. So it holds at most 4 million characters or 60,000 keys, and keeps what is in use.
 */
export class GenerationCache<Value extends NonNullable<unknown>> {
  #young = new Map<string, Value>()
  #old = new Map<string, Value>()
  #youngCharacters = 0

  /** @returns the value, or undefined when it is not known. */
  get(key: string): Value | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  /** Remembers a value; those of long texts are let go. */
  set(key: string, value: Value): void {
    if (key.length > LONGEST_KEY_CHARACTERS) return
    const cost = key.length + ENTRY_CHARACTERS
    if (this.#youngCharacters + cost > GENERATION_CHARACTERS) {
      this.#old = this.#young
      this.#young = new Map()
      this.#youngCharacters = 0
    }
    this.#young.set(detached(key), value)
    this.#youngCharacters += cost
  }
}

/** A copy that does not keep the text alive that the key is a slice of: joining makes a new string, and the slice is one of that. */
function detached(key: string): string {
  return ` ${key}`.slice(1)
}
