import { BudgetError } from '../../domain/errors.ts'

/** What one class of segments wants of a budget. */
export interface ClassAsk<Name extends string> {
  readonly name: Name
  /** What nothing can be taken from. */
  readonly protectedTokens: number
  /** All that it would take; at least `protectedTokens`. */
  readonly askedTokens: number
  /** Its part of what is not protected, in any unit: parts count against each other. */
  readonly share: number
}

/**
 * Shares a budget out among classes. Each first gets what is protected of it. The rest is dealt out by shares; what a class does not ask for flows on to the others by their shares, until
 * everybody has all or nothing is left. So the sum is never above the total, and nobody gets less than asked for while another's share is unused.
 *
 * Whole tokens; what rounding leaves goes to the largest fractions, then to the first in the list. Deterministic; quadratic in the classes, which are few.
 * @throws BudgetError with `protectedTokens`, `neededTokens` and `budgetTokens` when what is protected does not fit.
 */
export function shareBudget<Name extends string>(
  totalTokens: number,
  asks: readonly ClassAsk<Name>[],
): ReadonlyMap<Name, number> {
  const protectedTokens = asks.reduce((sum, ask) => sum + ask.protectedTokens, 0)
  if (protectedTokens > totalTokens) throw protectedOverBudget(protectedTokens, totalTokens)
  const given = new Map(asks.map(({ name, protectedTokens: tokens }) => [name, tokens]))
  const wants = new Map(asks.map((ask) => [ask.name, ask.askedTokens - ask.protectedTokens]))
  let left = totalTokens - protectedTokens
  let open = asks.filter(({ name }) => wants.get(name)! > 0)
  while (open.length > 0 && left > 0) {
    const portions = portionsOf(left, open)
    const satisfied = open.filter(({ name }, index) => wants.get(name)! <= portions[index]!)
    if (satisfied.length === 0) {
      open.forEach(({ name }, index) => {
        given.set(name, given.get(name)! + portions[index]!)
      })
      break
    }
    for (const { name } of satisfied) {
      const want = wants.get(name)!
      given.set(name, given.get(name)! + want)
      left -= want
    }
    open = open.filter((ask) => !satisfied.includes(ask))
  }
  return given
}

/** Classes without a share take what the others leave, in equal parts. */
function portionsOf(tokens: number, asks: readonly { readonly share: number }[]): readonly number[] {
  const sum = asks.reduce((total, { share }) => total + share, 0)
  const exact = asks.map(({ share }) => tokens * (sum > 0 ? share / sum : 1 / asks.length))
  const whole = exact.map(Math.floor)
  const byFraction = exact
    .map((portion, index) => ({ index, fraction: portion - whole[index]! }))
    .sort((a, b) => b.fraction - a.fraction || a.index - b.index)
  const remainder = tokens - whole.reduce((total, portion) => total + portion, 0)
  for (const { index } of byFraction.slice(0, remainder)) whole[index]! += 1
  return whole
}

/** What no plan may touch does not fit. */
function protectedOverBudget(protectedTokens: number, budgetTokens: number): BudgetError {
  return new BudgetError(
    `the instructions, tools and newest messages of this request take ${protectedTokens} tokens; the budget is ${budgetTokens}`,
    {
      facts: { protectedTokens, neededTokens: protectedTokens, budgetTokens },
      hint: `Give a budget of ${protectedTokens} tokens or more.`,
    },
  )
}
