/** Says how much each word of a prose carries, so that the least can go. */
export interface TokenScorer {
  /** Name and revision. Equal identities promise equal scores. */
  readonly identity: string
  /**
   * @param words of one text, in order, with their positions in it.
   * @returns one score for each word, in any unit; the lowest go first. Infinity keeps a word.
   */
  score(
    text: string,
    words: readonly { readonly start: number; readonly end: number }[],
    options: { readonly signal: AbortSignal },
  ): Promise<readonly number[]>
}
