import { protectedOverBudget } from '../converse/budget/share-budget.ts'
import type { Inventory } from '../converse/inventory/take-inventory.ts'
import type { HistoryUnit } from '../domain/conversation.ts'
import type { RequestCall } from './request-call.ts'

/** Whether a unit stays among the messages whatever the budget: instructions, the query, and what came last. */
export function isProtected({ kind, index }: HistoryUnit, { history }: Inventory): boolean {
  return kind === 'system' || index === history.queryUnit || index === history.units.length - 1
}

/** @throws BudgetError when what may not be touched does not fit. */
export function checkProtected({ inventory, policy }: RequestCall): void {
  const { history, unitTokens, totalTokens } = inventory
  const mutable = history.units.filter((unit) => !isProtected(unit, inventory))
  const protectedTokens = totalTokens - mutable.reduce((sum, { index }) => sum + unitTokens[index]!, 0)
  if (protectedTokens > policy.budgetTokens) throw protectedOverBudget(protectedTokens, policy.budgetTokens)
}
