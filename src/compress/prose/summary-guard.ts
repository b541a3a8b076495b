import { missingFact, type RequiredFacts } from './required-facts.ts'

/**
 * Why no summary of a model was taken. `facts-exceed-budget`: what had to be kept weighs more than the budget, so the model was not asked; `failed`, `timed-out`: it
 * gave none; the others: what it gave was refused.
 */
export type SummaryRefusal =
  | 'facts-exceed-budget'
  | 'failed'
  | 'timed-out'
  | 'empty'
  | 'longer'
  | 'over-budget'
  | 'drops-fact'
  | 'breaks-structure'

export interface GuardInput {
  readonly passageTokens: number
  readonly budgetTokens: number
  readonly facts: RequiredFacts
  readonly weigh: (text: string) => number
}

/** A comment could be taken for one of our marks; a fence, heading, table or rule would change what the text around it is. */
const STRUCTURE = /<!--|^ {0,3}(?:`{3}|~{3}|#{1,6}(?:[ \t]|$)|\||(?:[-=*_][ \t]*){3,}$)/m

/** @returns why a summary cannot stand in for its passage, with the detail for a reader, or undefined when it can. `summary` is trimmed. */
export function refusalOf(
  summary: string,
  { passageTokens, budgetTokens, facts, weigh }: GuardInput,
): { readonly reason: SummaryRefusal; readonly detail: string } | undefined {
  if (summary === '') return { reason: 'empty', detail: 'the summary is empty' }
  const tokens = weigh(summary)
  if (tokens >= passageTokens)
    return { reason: 'longer', detail: `the summary has ${tokens} tokens, the passage ${passageTokens}` }
  if (tokens > budgetTokens)
    return { reason: 'over-budget', detail: `the summary has ${tokens} tokens, the budget is ${budgetTokens}` }
  if (STRUCTURE.test(summary))
    return { reason: 'breaks-structure', detail: 'the summary holds a comment, fence, heading, table or rule' }
  const missing = missingFact(facts, summary)
  return missing === undefined
    ? undefined
    : { reason: 'drops-fact', detail: `the summary lacks ${JSON.stringify(missing)}` }
}
