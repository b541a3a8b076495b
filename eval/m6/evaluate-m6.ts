import type { Dataset } from '../input/dataset.ts'
import { type IndexOptions, withIndexedDataset } from '../input/index-dataset.ts'
import { checkBudgets } from '../packing/budgets.ts'
import { goldStandard } from '../packing/gold-evidence.ts'
import type { RunOptions } from '../progress.ts'
import type { M6Generation, M6Report, WeightErrors } from './m6-report.ts'
import { type ArmContext, type M6Run, runArm } from './run-arm.ts'
import { differencesByBudget, scoresByBudget, timesByBudget } from './summarise-m6.ts'
import { tokenizerFamilies } from './tokenizer-family.ts'
import { unitTexts } from './unit-texts.ts'
import { weightArms } from './weight-arms.ts'
import { weightErrors } from './weight-errors.ts'

/** How weights are compared. */
export interface M6Options extends RunOptions, Pick<IndexOptions, 'embedder'> {
  /** Tokens; each is a row of every table. */
  readonly budgets: readonly number[]
  /** A tokenizer of another family, by name (`hf:<tokenizer.json>`): one more arm, and one more generation tokenizer. */
  readonly secondTokenizer?: string
}

/**
 * How much packing suffers when selection goes by weights other than the generation tokenizer's counts. One index; its stored costs are rewritten for each arm
 * with `recost`, and nothing is embedded again.
 *
 * Deterministic but for `timings`. Cost: one index, then generation tokenizers × arms × budgets × 2 × questions packs and counts.
 * @throws PackgraphError `BUDGET`, `UNKNOWN_TOKENIZER` and what `openIndex`, `add`, `recost` and `pack` throw; the signal's reason when it has fired.
 */
export async function evaluateM6(dataset: Dataset, options: M6Options): Promise<M6Report> {
  const budgets = checkBudgets(options.budgets)
  const families = await tokenizerFamilies(options.secondTokenizer)
  const { embedder, onProgress, signal } = options
  const running = { ...(onProgress && { onProgress }), ...(signal && { signal }) }
  const indexing = { ...running, ...(embedder !== undefined && { embedder }) }
  return await withIndexedDataset(dataset, indexing, async ({ index, indexMs }) => {
    const standard = goldStandard(dataset)
    const units = await unitTexts(index, signal)
    const generations: Record<string, M6Generation> = {}
    const packs: Record<string, ReturnType<typeof timesByBudget>> = {}
    for (const generation of families) {
      const arms = await weightArms(generation, families, units)
      const context: ArmContext = { dataset, standard, index, budgets, generation, weighed: new Map() }
      const runs: M6Run[] = []
      const errors: Record<string, WeightErrors> = {}
      for (const arm of arms) {
        await index.recost(arm.tokenizer, signal ? { signal } : {})
        runs.push(...(await runArm(arm.name, context, running)))
        errors[arm.name] = await weightErrors(arm, generation, units)
      }
      generations[generation.name] = {
        tokenizer: generation.identity,
        level: generation.level,
        exactArm: generation.name,
        weightErrors: errors,
        budgets: scoresByBudget(runs, generation.name),
        differences: differencesByBudget(runs, generation.name),
      }
      packs[generation.name] = timesByBudget(runs)
    }
    return {
      kind: 'm6',
      dataset: dataset.name,
      fingerprint: dataset.fingerprint,
      documents: dataset.documents.length,
      units: units.length,
      questions: dataset.questions.length,
      questionsWithAnswer: standard.evidence.filter(({ answers }) => answers.length > 0).length,
      generations,
      timings: { indexMs, packs },
    }
  })
}
