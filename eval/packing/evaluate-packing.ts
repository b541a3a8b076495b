import { countTokens } from 'packgraph'
import type { Dataset } from '../input/dataset.ts'
import { type IndexOptions, withIndexedDataset } from '../input/index-dataset.ts'
import { forEachInOrder, type RunOptions } from '../progress.ts'
import { checkBudgets } from './budgets.ts'
import { chunkPolicy } from './chunk-policy.ts'
import { chunkDataset, fixedChunks } from './fixed-chunks.ts'
import { type GoldStandard, goldStandard } from './gold-evidence.ts'
import { measurePack } from './measure-pack.ts'
import type { PackReport } from './pack-report.ts'
import type { PackRun } from './pack-run.ts'
import { packingPolicies } from './policies.ts'
import type { Counting, PackingPolicy } from './policy.ts'
import { packReport } from './summarise-packs.ts'

/** How packing is evaluated. */
export interface PackingOptions extends RunOptions, Pick<IndexOptions, 'embedder'> {
  /** Tokens; each is a row of every table. */
  readonly budgets: readonly number[]
  /** Name of the generation model's tokenizer. Default: `tiktoken:o200k_base`. */
  readonly tokenizer?: string
  /** Name of the generation model, in place of its tokenizer. */
  readonly model?: string
}

const DEFAULT_TOKENIZER = 'tiktoken:o200k_base'
const CHUNK_TOKENS = 200

/**
 * Packs every question at every budget under every policy, counts each text again and measures what is in it.
 *
 * Deterministic but for `timings`. Cost: two indexes, the second for fixed-size chunks, then budgets × policies × questions packs and counts.
 * @throws PackgraphError `BUDGET`, `UNKNOWN_TOKENIZER` and what `openIndex`, `add` and `pack` throw; the signal's reason when it has fired.
 */
export async function evaluatePacking(dataset: Dataset, options: PackingOptions): Promise<PackReport> {
  const budgets = checkBudgets(options.budgets)
  const counting = countingOf(options)
  const counter = await countTokens('', counting)
  const { embedder, onProgress, signal } = options
  const running = { ...(onProgress && { onProgress }), ...(signal && { signal }) }
  const indexing = { ...running, ...(embedder !== undefined && { embedder }) }
  const chunks = await fixedChunks(dataset, CHUNK_TOKENS, counting)
  return await withIndexedDataset(dataset, indexing, async ({ index, indexMs }) =>
    withIndexedDataset(chunkDataset(dataset, chunks), indexing, async (chunked) => {
      const chunking = chunkPolicy(`chunks-${CHUNK_TOKENS}`, chunked.index, chunks, counting)
      const policies = [...(await packingPolicies(dataset, index, counting)), chunking]
      const standard = goldStandard(dataset)
      const runs: PackRun[] = []
      for (const budgetTokens of budgets) {
        for (const policy of policies.filter(({ leastBudgetTokens }) => leastBudgetTokens <= budgetTokens)) {
          runs.push(await runPolicy(policy, budgetTokens, dataset, standard, { ...running, counting }))
        }
      }
      return packReport(dataset, standard, runs, counter, indexMs)
    }),
  )
}

function countingOf({ tokenizer, model }: PackingOptions): Counting {
  if (tokenizer === undefined && model !== undefined) return { model }
  return { tokenizer: tokenizer ?? DEFAULT_TOKENIZER, ...(model !== undefined && { model }) }
}

async function runPolicy(
  policy: PackingPolicy,
  budgetTokens: number,
  { questions }: Dataset,
  { words, evidence }: GoldStandard,
  options: RunOptions & { readonly counting: Counting },
): Promise<PackRun> {
  const { counting, signal } = options
  let packMs = 0
  const step = `${policy.name} at ${budgetTokens}`
  const outcomes = await forEachInOrder(step, [...questions.entries()], options, async ([position, { question }]) => {
    const startMs = performance.now()
    const packed = await policy.pack(question, budgetTokens, signal)
    packMs += performance.now() - startMs
    const { tokens } = await countTokens(packed.text, { ...counting, ...(signal && { signal }) })
    return { ...measurePack(packed, evidence[position]!, words), tokens, claimedTokens: packed.claimedTokens ?? tokens }
  })
  return { budgetTokens, policy: policy.name, outcomes, packMs: packMs / questions.length }
}
