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

/** One alternative for each thing that would change what stands around it, or be taken for it. */
const STRUCTURE = new RegExp(
  [
    // A comment could be taken for one of our marks.
    '<!--',
    // Code: a fence, or indented.
    '^ {0,3}(?:`{3}|~{3})',
    '^(?: {4}| {0,3}\\t)',
    // A heading, or what makes one of the line before; the row below the head of a table; a rule.
    '^ {0,3}#{1,6}(?:[ \\t]|$)',
    '^ {0,3}\\|',
    '^ {0,3}[-=:|][-=:| \\t]*$',
    '^ {0,3}(?:[*_][ \\t]*){3,}$',
    // HTML, which goes on to an empty line at least; a displayed formula; a link definition.
    '^ {0,3}<[a-z/!?]',
    '^ {0,3}(?:\\$\\$|\\\\\\[)',
    '^ {0,3}\\[[^\\[\\]\\n]*\\]:',
  ].join('|'),
  'im',
)

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
    return {
      reason: 'breaks-structure',
      detail: 'the summary holds a comment, code block, heading, table, rule, formula, definition or HTML',
    }
  const missing = missingFact(facts, summary)
  return missing === undefined
    ? undefined
    : { reason: 'drops-fact', detail: `the summary lacks ${JSON.stringify(missing)}` }
}
