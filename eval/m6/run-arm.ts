import { type ContextIndex, countTokens, type DecisionReason, type Pack } from 'packgraph'
import type { Dataset } from '../input/dataset.ts'
import type { GoldStandard } from '../packing/gold-evidence.ts'
import { measurePack, type PackMeasures } from '../packing/measure-pack.ts'
import { packedOf } from '../packing/policies.ts'
import { forEachInOrder, type RunOptions } from '../progress.ts'
import { M6_MODES, type M6Mode } from './m6-report.ts'
import type { TokenizerFamily } from './tokenizer-family.ts'

/** What one question gave under one arm at one budget in one mode. */
export interface M6Outcome extends PackMeasures {
  readonly tokens: number
  readonly claimedTokens: number
  /** 0 where the selection fitted. Says something in mode `record` only. */
  readonly excessBeforeTokens: number
  readonly trimmed: number
  readonly filled: number
  readonly excerpted: number
  readonly unitIds: ReadonlySet<number>
  readonly textSha256: string
  readonly selectMs: number
  readonly verifyMs: number
}

/** All questions, in order, under one arm at one budget in one mode. */
export interface M6Run {
  readonly arm: string
  readonly budgetTokens: number
  readonly mode: M6Mode
  readonly outcomes: readonly M6Outcome[]
}

export interface ArmContext {
  readonly dataset: Dataset
  readonly standard: GoldStandard
  readonly index: ContextIndex
  readonly budgets: readonly number[]
  readonly generation: TokenizerFamily
}

/** Packs every question at every budget in both modes on the costs that the index holds now. */
export async function runArm(arm: string, context: ArmContext, options: RunOptions): Promise<readonly M6Run[]> {
  const { dataset, budgets, generation } = context
  const cells = budgets.flatMap((budgetTokens) => M6_MODES.map((mode) => ({ budgetTokens, mode })))
  const jobs = cells.flatMap((cell) => [...dataset.questions.keys()].map((position) => ({ ...cell, position })))
  const step = `weights ${arm} for ${generation.name}`
  const outcomes = await forEachInOrder(step, jobs, options, (job) => packOnce(job, context, options))
  const { length } = dataset.questions
  return cells.map((cell, index) => ({ arm, ...cell, outcomes: outcomes.slice(index * length, (index + 1) * length) }))
}

async function packOnce(
  { budgetTokens, mode, position }: { budgetTokens: number; mode: M6Mode; position: number },
  { dataset, standard, index, generation: { tokenizer } }: ArmContext,
  { signal }: RunOptions,
): Promise<M6Outcome> {
  const counting = { tokenizer, ...(signal && { signal }) }
  const pack = await index.pack(dataset.questions[position]!.question, budgetTokens, {
    ...counting,
    fill: mode === 'fill',
  })
  const { tokens } = await countTokens(pack.text, counting)
  const { proof, timings } = pack
  return {
    ...measurePack(packedOf(pack), standard.evidence[position]!, standard.words),
    tokens,
    claimedTokens: proof.countedTokens,
    excessBeforeTokens: excessOf(pack),
    trimmed: countOf(pack, 'trimmed'),
    filled: countOf(pack, 'filled'),
    excerpted: countOf(pack, 'excerpted'),
    unitIds: new Set(pack.items.map(({ id }) => id)),
    textSha256: proof.textSha256,
    selectMs: timings.selectMs,
    verifyMs: timings.verifyMs,
  }
}

function countOf({ decisions }: Pack, wanted: DecisionReason): number {
  return decisions.filter(({ reason }) => reason === wanted).length
}

/**
 * How far a selection was over the budget before verification. Without filling, a unit is trimmed if and only if the whole selection, rendered, counts too
 * much, and a unit that is trimmed has had its block counted alone. Tokens merge across joins, so the sum is right to a few tokens; that it is over 0 is exact.
 */
function excessOf({ proof, decisions }: Pack): number {
  const trimmed = decisions.filter(({ reason }) => reason === 'trimmed')
  if (trimmed.length === 0) return 0
  const tokens = trimmed.reduce((sum, { exactTokens = 0 }) => sum + exactTokens, proof.countedTokens)
  return Math.max(1, tokens - proof.budgetTokens)
}
