import { BudgetError } from '../domain/errors.ts'
import type { Counter } from './counter.ts'
import { arrange } from './layout.ts'
import { chooseMark, type Mark } from './mark.ts'
import type { Placement, RankedCandidate } from './placement.ts'
import { BLANK_LINE, renderSection } from './render.ts'

/** Everything of a pack that no ranking changes, and what the selected section needs to know of it. */
export interface Frame {
  readonly preambleText: string
  readonly stablePlacements: readonly Placement[]
  readonly stableText: string
  /** Units that stand where the session's previous pack had them, as they were printed there; empty outside of sessions. */
  readonly carriedText: string
  /** The query and the stamp, which come last. */
  readonly closingText: string
  readonly selectedMark: Mark
  /** The label number of the first document of the selected section. */
  readonly firstNumber: number
}

export interface FrameInput {
  readonly preamble: string
  readonly stablePlacements: readonly Placement[]
  readonly candidates: readonly RankedCandidate[]
  /** Empty when it is not to be printed. */
  readonly query: string
  readonly stamp: string
  /** Texts that were marked before, and the depth of their mark: what is printed beside them must suit it. */
  readonly carried?: { readonly texts: readonly string[]; readonly markDepth: number } | undefined
}

/**
 * Lays out preamble, stable section, query and stamp. The stable section and its mark are functions of preamble and stable units alone, so that its
 * bytes are the same whatever is asked; the mark of the selected section is chosen against every candidate's text, emitted or not, so that it does not
 * change while units come and go.
 */
export function buildFrame(input: FrameInput): Frame {
  const { preamble, stablePlacements, query, stamp, carried } = input
  const stableUnits = stablePlacements.map((placement) => placement.candidate)
  const stableMark = chooseMark([preamble, ...stableUnits.flatMap(({ hyperedge }) => textsOf(hyperedge))])
  const groups = arrange(stablePlacements)
  const candidateTexts = input.candidates.flatMap(({ candidate }) => textsOf(candidate.hyperedge))
  return {
    preambleText: preamble === '' ? '' : preamble + BLANK_LINE,
    stablePlacements: groups.flat(),
    stableText: renderSection(groups, stableMark, 1),
    carriedText: '',
    closingText: [query === '' ? '' : `Query: ${query}`, stamp].filter((part) => part !== '').join(BLANK_LINE),
    selectedMark: chooseMark([query, stamp, ...candidateTexts, ...(carried?.texts ?? [])], carried?.markDepth),
    firstNumber: groups.length + 1,
  }
}

/** The texts of a unit that a pack may print. */
export function textsOf(unit: { readonly opening: string; readonly text: string; readonly closing: string }): string[] {
  return [unit.opening, unit.text, unit.closing]
}

/** The text of a pack: the frame around its selected section. */
export function composeText(frame: Frame, selectedText: string): string {
  return frame.preambleText + frame.stableText + frame.carriedText + selectedText + frame.closingText
}

/** @throws BudgetError when the budget is not a positive whole number. */
export function checkBudget(budgetTokens: number): void {
  if (Number.isSafeInteger(budgetTokens) && budgetTokens > 0) return
  throw new BudgetError(`the budget must be a positive whole number of tokens; it is ${budgetTokens}`, {
    facts: { budgetTokens },
    hint: 'Give the number of tokens that the context may take, for example 4000.',
  })
}

/**
 * Counts the frame as it would be emitted alone.
 * @throws BudgetError naming `neededTokens` when the frame and the caller's reserve do not fit in the budget.
 */
export async function countFrame(
  frame: Frame,
  budget: { readonly budgetTokens: number; readonly reserveTokens: number },
  counter: Counter,
): Promise<number> {
  const { budgetTokens, reserveTokens } = budget
  const frameTokens = await counter.count(composeText(frame, ''))
  const neededTokens = frameTokens + reserveTokens
  if (neededTokens <= budgetTokens) return frameTokens
  throw new BudgetError(
    `a budget of ${budgetTokens} tokens is below the ${neededTokens} that are needed before any unit is selected: ` +
      `${frameTokens} for preamble, pinned units, query and stamp, ${reserveTokens} in reserve`,
    {
      facts: { budgetTokens, neededTokens, frameTokens, reserveTokens },
      hint: `Raise the budget to ${neededTokens} or more, or pin, reserve or print less.`,
    },
  )
}
