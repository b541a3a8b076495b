import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BudgetError, type ContextIndex, openIndex, type RequestPolicy } from 'packgraph'
import type { ArmOutcome, ArmTask, ConversationArm } from './arm.ts'
import type { RawRequest } from './transcript.ts'

type PolicyOf = (budgetTokens: number) => RequestPolicy

/** So often a budget is raised to what the library says that it needs. */
const MOST_RAISES = 4

/** The arms that are packgraph itself. Each conversation has a store of its own. */
export function requestArms(tokenizer: string): readonly ConversationArm[] {
  return [requestArm('packgraph', tokenizer, (budget) => ({ budget }))]
}

function requestArm(name: string, tokenizer: string, policyOf: PolicyOf): ConversationArm {
  return {
    name,
    async start() {
      const folder = await mkdtemp(join(tmpdir(), 'packgraph-eval-'))
      const index = await openIndex(join(folder, 'requests.packgraph'))
      return {
        compress: (task) => compress(task, tokenizer, policyOf, index),
        async close() {
          await index.close()
          await rm(folder, { recursive: true, force: true })
        },
      }
    },
  }
}

/** Where the budget is too small, the smallest request that the library gives. */
async function compress(
  task: ArmTask,
  tokenizer: string,
  policyOf: PolicyOf,
  index: ContextIndex,
): Promise<ArmOutcome> {
  const { request, dialect, signal } = task
  let budgetTokens = task.budgetTokens
  for (let raises = 0; ; raises++) {
    try {
      const options = { dialect, tokenizer, ...(signal && { signal }) }
      const compressed = await index.compressRequest<RawRequest>(request, policyOf(budgetTokens), options)
      return { request: compressed.request, cannotFit: raises > 0, claimedTokens: compressed.report.countedTokens }
    } catch (error) {
      const needed = error instanceof BudgetError ? Number(error.facts.neededTokens) : Number.NaN
      if (!(needed > budgetTokens) || raises === MOST_RAISES) throw error
      budgetTokens = needed
    }
  }
}
