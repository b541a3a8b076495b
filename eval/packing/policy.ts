import type { CountOptions } from 'packgraph'
import type { DocumentSpan } from './document-spans.ts'

/** A stretch of a document that was emitted. */
export interface PackedSpan extends DocumentSpan {
  /** Set where the same text was emitted once, for another document. */
  readonly copy?: true
}

/** What a policy emits for one question: the text that a model would read, and where it comes from. */
export interface Packed {
  readonly text: string
  readonly spans: readonly PackedSpan[]
  /** What the policy itself says the text counts, where it says so; the run counts again. */
  readonly claimedTokens?: number
}

/** Who counts: the generation model or its tokenizer, by name. */
export type Counting = Pick<CountOptions, 'tokenizer' | 'model'>

/** One way of filling a budget. */
export interface PackingPolicy {
  readonly name: string
  /** The policy is asked only from this budget on. */
  readonly leastBudgetTokens: number
  /** Deterministic. */
  pack(question: string, budgetTokens: number, signal?: AbortSignal): Promise<Packed>
}
