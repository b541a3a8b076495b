/** A stretch of prose that shall become shorter. */
export interface Passage {
  /** Plain or Markdown prose; not empty. */
  readonly text: string
  /** What the reader wants to know, where that is known. */
  readonly query?: string | undefined
  /** What the summary may weigh, in tokens: a wish, which the caller checks. */
  readonly budgetTokens: number
  /** Code spans and numbers, which the summary has to contain letter for letter, and words of the query, in any form; otherwise it is refused. */
  readonly keep: readonly string[]
}

export interface SummarizeOptions {
  readonly signal?: AbortSignal | undefined
}

/**
 * Rewrites prose into less prose, usually by asking a model. Nothing it returns is trusted: whoever calls it checks the summary and falls back to sentences of
 * the passage when it is empty, longer or lacks what had to be kept, and when the summarizer throws.
 */
export interface Summarizer {
  /** Name and model. Goes into reports. */
  readonly identity: string
  /** @returns the summary alone, without preamble or markers. @throws when there is none. Ends early when the signal fires. */
  summarize(passage: Passage, options: SummarizeOptions): Promise<string>
}
