import { throwIfCancelled } from '../../domain/errors.ts'
import type { Passage, Summarizer } from '../../ports/summarizer.ts'
import { listFacts, requiredFacts } from './required-facts.ts'
import { refusalOf, type SummaryRefusal } from './summary-guard.ts'

export interface PassageInput {
  readonly text: string
  readonly query?: string
  /** What of the passage a summary has to contain letter for letter, besides its code spans and numbers. */
  readonly literals?: readonly string[]
  /** For the summary, by `weigh`. */
  readonly budgetTokens: number
  readonly weigh: (text: string) => number
  readonly summarizer: Summarizer
  /** For one answer of the summarizer. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** A text that may take the place of the passage, or why there is none: `detail` says to a reader which fact is lacking or what failed. */
export type PassageSummary =
  | { readonly kind: 'summary'; readonly text: string }
  | { readonly kind: 'refused'; readonly reason: SummaryRefusal; readonly detail: string }

/**
 * Asks a summarizer for a shorter text of a passage of prose and checks it. It is refused when the summarizer fails or is too slow, or its text is empty, not
 * shorter than the passage, over the budget, would break the structure of the document, or lacks a code span, a number or a word of the query that the passage has, or a literal.
 * Where nothing is given, the caller keeps sentences of the passage instead (see `extractSentences`). The text is trimmed.
 *
 * Errors: `CANCELLED` alone, when `signal` has fired. Cost: one call of the summarizer, none when the required facts alone exceed the budget.
 */
export async function summarizePassage(input: PassageInput): Promise<PassageSummary> {
  const { text, query, literals, budgetTokens, weigh, signal } = input
  throwIfCancelled(signal)
  const facts = requiredFacts(text, query, literals)
  const keep = listFacts(facts)
  const factTokens = weigh(keep.join(' '))
  if (budgetTokens < Math.max(1, factTokens)) {
    const detail = `what must be kept has ${factTokens} tokens, the budget is ${budgetTokens}`
    return { kind: 'refused', reason: 'facts-exceed-budget', detail }
  }
  const answer = await ask(input, { text, query, budgetTokens, keep })
  throwIfCancelled(signal)
  if ('reason' in answer) return { kind: 'refused', ...answer }
  const summary = answer.text.trim()
  const refusal = refusalOf(summary, { passageTokens: weigh(text), budgetTokens, facts, weigh })
  return refusal === undefined ? { kind: 'summary', text: summary } : { kind: 'refused', ...refusal }
}

type Answer = { readonly text: string } | { readonly reason: 'failed' | 'timed-out'; readonly detail: string }

/** Waits for the summarizer no longer than the deadline and the signal allow, even for one that heeds neither. */
async function ask({ summarizer, timeoutMs, signal }: PassageInput, passage: Passage): Promise<Answer> {
  const { identity } = summarizer
  const limit = new AbortController()
  let stop = (): void => undefined
  const stopped = new Promise<Answer>((resolve) => {
    stop = () => {
      resolve({ reason: 'timed-out', detail: `${identity} took longer than ${timeoutMs} ms` })
      limit.abort(signal?.reason)
    }
  })
  const timer = setTimeout(stop, timeoutMs)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([answerOf(summarizer, passage, limit.signal), stopped])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}

async function answerOf(summarizer: Summarizer, passage: Passage, signal: AbortSignal): Promise<Answer> {
  try {
    const text: unknown = await summarizer.summarize(passage, { signal })
    return typeof text === 'string' ? { text } : { reason: 'failed', detail: `${summarizer.identity} gave no text` }
  } catch (error) {
    return { reason: 'failed', detail: error instanceof Error ? error.message : String(error) }
  }
}
