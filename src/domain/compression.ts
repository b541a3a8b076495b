import type { Breakpoint } from './pack.ts'
import type { SavingsReport } from './savings.ts'
import type { Span } from './span.ts'

/**
 * What became of a span of the original. Of what was not kept, a marker stands in the emitted text, and nothing else, unless there is a `replacement`, which stands
 * before it and a blank, or a `continuation`, which follows it.
 */
export interface CompressedSpan extends Span {
  readonly kind: 'kept' | 'stripped' | 'summarized'
  /** Why it was stripped (`badge`, `comment`, …; several are joined by `, `), or how it was summarised: `left out`, or the summarizer's identity. */
  readonly reason?: string
  /** What is left of it in other words: a model's summary, or a block without the tracking parameters of its URLs. */
  readonly replacement?: string
  /** A line break and block marks that follow the marker and are no part of the original, so that the text behind them is read as the block that it was. */
  readonly continuation?: string
}

/** Where no summary of the named summarizer was taken, and sentences were kept instead. */
export interface SummaryRefused extends Span {
  readonly reason: string
  readonly detail: string
}

/** What compressing did, phase by phase and span by span. */
export interface CompressionReport extends SavingsReport {
  readonly budgetTokens: number
  /** Tokens of the emitted text, counted as one string. */
  readonly countedTokens: number
  /** False only where the caller allowed it and the least possible text is over the budget. */
  readonly fits: boolean
  /** The emitted text is the input (and the stamp): nothing could be removed at a gain, or nothing had to be. */
  readonly unchanged: boolean
  /** In bytes of the original, in order, without overlap, covering it. */
  readonly spans: readonly CompressedSpan[]
  /** The end of what is the same in every call: after all but the stamp. */
  readonly breakpoint: Omit<Breakpoint, 'after'>
  /** Absent without a named summarizer. */
  readonly summarizer?: { readonly identity: string; readonly refused: readonly SummaryRefused[] }
}

/** A compressed document. Equal input and options give equal text, but for what a model says. */
export interface Compression {
  readonly text: string
  /** Id of the stored original, which every marker leads to. */
  readonly original: string
  readonly report: CompressionReport
}
