import type { Passage, SummarizeOptions, Summarizer } from '../../src/ports/summarizer.ts'

export interface FakeSummarizer extends Summarizer {
  /** What it was asked, in order. */
  readonly passages: readonly Passage[]
}

/** A summarizer that answers as a test says and remembers what it was asked. */
export function fakeSummarizer(
  answer: (passage: Passage, options: SummarizeOptions) => string | Promise<string>,
): FakeSummarizer {
  const passages: Passage[] = []
  return {
    identity: 'fake:summarizer',
    passages,
    async summarize(passage, options) {
      passages.push(passage)
      return await answer(passage, options)
    },
  }
}
