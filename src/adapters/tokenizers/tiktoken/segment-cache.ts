const LONGEST_CACHED_CHARACTERS = 8_192 // V8 hashes strings up to twice as long by their content
const GENERATION_CHARACTERS = 1 << 21

/**
 * Counts of segments by their text. Two generations bound it: what was used since the last turn, and what was used in the turn before; when the young
 * one is full it becomes the old one, and the old one is let go. So it holds at most 4 million characters, and keeps what is in use.
 */
export class SegmentCache {
  #young = new Map<string, number>()
  #old = new Map<string, number>()
  #youngCharacters = 0

  /** @returns the count, or undefined when it is not known. */
  get(segment: string): number | undefined {
    const young = this.#young.get(segment)
    if (young !== undefined) return young
    const old = this.#old.get(segment)
    if (old !== undefined) this.set(segment, old)
    return old
  }

  /** Remembers a count; long segments are let go. */
  set(segment: string, count: number): void {
    if (segment.length > LONGEST_CACHED_CHARACTERS) return
    if (this.#youngCharacters + segment.length > GENERATION_CHARACTERS) {
      this.#old = this.#young
      this.#young = new Map()
      this.#youngCharacters = 0
    }
    this.#young.set(detached(segment), count)
    this.#youngCharacters += segment.length
  }
}

/** A copy that does not keep the text alive that the segment is a slice of: joining makes a new string, and the slice is one of that. */
function detached(segment: string): string {
  return ` ${segment}`.slice(1)
}
