import { BudgetError } from 'packgraph'

/**
 * Budgets in ascending order, each once.
 * @throws BudgetError when there is none or one is not a positive whole number.
 */
export function checkBudgets(budgets: readonly number[]): readonly number[] {
  if (budgets.length === 0) throw new BudgetError('there is no budget to evaluate')
  for (const budgetTokens of budgets) {
    if (!Number.isSafeInteger(budgetTokens) || budgetTokens < 1) {
      throw new BudgetError(`a budget is a positive whole number of tokens, and ${budgetTokens} is not`, {
        facts: { budgetTokens },
      })
    }
  }
  return [...new Set(budgets)].sort((a, b) => a - b)
}
