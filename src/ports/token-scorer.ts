/** Says how much words of a prose carry, so that the least can go. */
export interface TokenScorer {
  /** Name and revision. Equal identities promise equal scores. */
  readonly identity: string
  /**
   * @param words those of the text that may go at all, in order, with their positions in it (UTF-16 units).
   * @returns one score for each word, in any unit; the lowest go first. Infinity keeps a word; no score is NaN.
   */
  score(
    text: string,
    words: readonly { readonly start: number; readonly end: number }[],
    options: { readonly signal: AbortSignal | undefined },
  ): Promise<readonly number[]>
}
