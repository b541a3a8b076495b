import { createHash } from 'node:crypto'
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
  /** What was packed for this generation tokenizer by the arms so far, by question and hash of the text. Starts empty. */
  readonly weighed: Map<string, Weighed>
}

/** One text, counted apart from the packer, and what is in it. */
interface Weighed extends PackMeasures {
  readonly tokens: number
}

interface Cell {
  readonly budgetTokens: number
  readonly mode: M6Mode
}

/**
 * Packs every question at every budget in both modes on the costs that the index holds now. All cells of a question come one after the other, because they
 * count the same units, and tokenizers remember what they counted last.
 */
export async function runArm(arm: string, context: ArmContext, options: RunOptions): Promise<readonly M6Run[]> {
  const { dataset, budgets, generation } = context
  const cells = budgets.flatMap((budgetTokens) => M6_MODES.map((mode) => ({ budgetTokens, mode })))
  const step = `weights ${arm} for ${generation.name}`
  const byQuestion = await forEachInOrder(step, [...dataset.questions.keys()], options, async (position) => {
    const outcomes: M6Outcome[] = []
    for (const cell of cells) outcomes.push(await packOnce(cell, position, context, options))
    return outcomes
  })
  return cells.map((cell, index) => ({ arm, ...cell, outcomes: byQuestion.map((outcomes) => outcomes[index]!) }))
}

async function packOnce(
  { budgetTokens, mode }: Cell,
  position: number,
  context: ArmContext,
  { signal }: RunOptions,
): Promise<M6Outcome> {
  const { dataset, index, generation } = context
  const pack = await index.pack(dataset.questions[position]!.question, budgetTokens, {
    tokenizer: generation.tokenizer,
    fill: mode === 'fill',
    ...(signal && { signal }),
  })
  const { proof, timings } = pack
  const textSha256 = createHash('sha256').update(pack.text).digest('hex')
  return {
    ...(await weigh(pack, `${position} ${textSha256}`, position, context, signal)),
    claimedTokens: proof.countedTokens,
    excessBeforeTokens: excessOf(pack),
    trimmed: countOf(pack, 'trimmed'),
    filled: countOf(pack, 'filled'),
    excerpted: countOf(pack, 'excerpted'),
    unitIds: new Set(pack.items.map(({ id }) => id)),
    textSha256,
    selectMs: timings.selectMs,
    verifyMs: timings.verifyMs,
  }
}

/** Arms that pack the same bytes for a question share the result, which is a function of both. */
async function weigh(
  pack: Pack,
  key: string,
  position: number,
  context: ArmContext,
  signal?: AbortSignal,
): Promise<Weighed> {
  const { standard, weighed, generation } = context
  const known = weighed.get(key)
  if (known) return known
  const { tokens } = await countTokens(pack.text, { tokenizer: generation.tokenizer, ...(signal && { signal }) })
  const fresh = { ...measurePack(packedOf(pack), standard.evidence[position]!, standard.words), tokens }
  weighed.set(key, fresh)
  return fresh
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
