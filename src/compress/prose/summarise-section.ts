import { throwIfCancelled } from '../../domain/errors.ts'
import type { TextRange } from '../../domain/text/sentences.ts'
import type { Passage, Summarizer } from '../../ports/summarizer.ts'
import { type ExtractionInput, extractSentences } from './extract-sentences.ts'
import { listFacts, requiredFacts } from './required-facts.ts'
import { refusalOf, type SummaryRefusal } from './summary-guard.ts'

/** The prose of one section. The paragraphs have nothing but white space between them, since one text may take the place of all. */
export interface SectionInput extends ExtractionInput {
  readonly summarizer: Summarizer
  /** For one answer of the summarizer. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** A text of the summarizer that takes the place of all paragraphs, or the sentences that stay, with the reason why there is no such text. */
export type SectionSummary =
  | { readonly kind: 'summary'; readonly text: string }
  | {
      readonly kind: 'extract'
      readonly kept: readonly TextRange[]
      readonly reason: SummaryRefusal
      /** For a reader: which fact is lacking, what failed. */
      readonly detail: string
    }

/**
 * Asks a summarizer for a shorter text of a section and checks it; falls back to sentences of the section (see `extractSentences`, same budget) when the
 * summarizer fails or is too slow, or its text is empty, not shorter than the section, over the budget, would break the structure of the document, or lacks a code
 * span, a number or a word of the query that the section has. The text is trimmed and weighs at most `budgetTokens - gapTokens`, so that one mark can stand by it.
 *
 * Errors: `CANCELLED` alone, when `signal` has fired. Cost: one call of the summarizer, none when the required facts alone exceed the budget.
 */
export async function summariseSection(input: SectionInput): Promise<SectionSummary> {
  const { text, paragraphs, query, weigh, signal } = input
  throwIfCancelled(signal)
  const passage = text.slice(paragraphs[0]?.start ?? 0, paragraphs.at(-1)?.end ?? 0)
  const budgetTokens = input.budgetTokens - input.gapTokens
  const facts = requiredFacts(passage, query)
  const keep = listFacts(facts)
  const fallBack = (reason: SummaryRefusal, detail: string): SectionSummary => ({
    kind: 'extract',
    kept: extractSentences(input).kept,
    reason,
    detail,
  })
  const factTokens = weigh(keep.join(' '))
  if (budgetTokens < Math.max(1, factTokens))
    return fallBack('facts-exceed-budget', `what must be kept has ${factTokens} tokens, the budget is ${budgetTokens}`)
  const answer = await ask(input, { text: passage, query, budgetTokens, keep })
  throwIfCancelled(signal)
  if ('reason' in answer) return fallBack(answer.reason, answer.detail)
  const summary = answer.text.trim()
  const refusal = refusalOf(summary, { passageTokens: weigh(passage), budgetTokens, facts, weigh })
  return refusal === undefined ? { kind: 'summary', text: summary } : fallBack(refusal.reason, refusal.detail)
}

type Answer = { readonly text: string } | { readonly reason: 'failed' | 'timed-out'; readonly detail: string }

/** Waits for the summarizer no longer than the deadline and the signal allow, even for one that heeds neither. */
async function ask({ summarizer, timeoutMs, signal }: SectionInput, passage: Passage): Promise<Answer> {
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
