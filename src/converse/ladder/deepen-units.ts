import type { JsonFormTools } from '../../compress/tool-output/json/smallest-json-form.ts'
import {
  type Conversation,
  type HistoryUnit,
  UNIT_LEVELS,
  type UnitForm,
  type UnitLevel,
} from '../../domain/conversation.ts'
import { throwIfCancelled } from '../../domain/errors.ts'
import { factsForm } from './facts-form.ts'
import { type HistoryIndex, indexHistory } from './history-index.ts'
import { losslessForm } from './lossless-form.ts'
import { GONE, keyedForm, valuesForm } from './memory-line.ts'

export interface DeepenInput {
  readonly conversation: Conversation
  /** From the oldest. */
  readonly units: readonly HistoryUnit[]
  /** The present form of each of them. */
  readonly forms: readonly UnitForm[]
  /** So many of the last units are shortened after all others, and only in their place. */
  readonly freshUnits: number
  readonly targetTokens: number
  /** What a unit in a form costs where it is sent: among the messages, or as a line of the memory. */
  readonly countForm: (unit: HistoryUnit, form: UnitForm) => number | Promise<number>
  /** Stands where something was left out, and leads to the stored original: `[2:7]`. Or a placeholder of its length. */
  readonly markerOf: (unit: HistoryUnit) => string
  /** What forms of JSON are made and compared with. */
  readonly tools: JsonFormTools
  readonly signal?: AbortSignal | undefined
}

export interface DeepenedUnits {
  readonly forms: readonly UnitForm[]
  /** The sum of their counts. Above the target where no further step is allowed. */
  readonly tokens: number
}

/** One way down, and whom it is for. */
interface Step {
  readonly level: UnitLevel
  readonly isFor: (unit: HistoryUnit, isFresh: boolean) => boolean
}

const isOldWork = ({ kind }: HistoryUnit, isFresh: boolean): boolean => !isFresh && kind !== 'user'
const isOldUser = ({ kind }: HistoryUnit, isFresh: boolean): boolean => !isFresh && kind === 'user'

const STEPS: readonly Step[] = [
  { level: 'lossless', isFor: () => true },
  { level: 'facts', isFor: isOldWork },
  { level: 'keyed', isFor: isOldWork },
  { level: 'facts', isFor: (_, isFresh) => isFresh },
  { level: 'facts', isFor: isOldUser },
  { level: 'keyed', isFor: isOldUser },
  { level: 'values', isFor: isOldWork },
  { level: 'values', isFor: isOldUser },
  { level: 'gone', isFor: isOldWork },
  { level: 'gone', isFor: isOldUser },
]

/** Units between two turns of the event loop. */
const UNITS_PER_TURN = 32

/**
 * Shortens a history until it fits: step by step down the ladder, in each step the oldest first, and stops as soon as the sum fits. A unit takes a step only if it has fewer tokens after
 * it, and never comes back up. Deterministic for given tools; each step is linear in the history, which is read once before. Yields to the event loop.
 * @throws PackgraphError `CANCELLED`.
 */
export async function deepenUnits(input: DeepenInput): Promise<DeepenedUnits> {
  const { conversation, units, targetTokens, countForm, signal } = input
  const forms = [...input.forms]
  const counts: number[] = []
  for (const [position, unit] of units.entries()) {
    await takeTurn(position, signal)
    counts.push(await countForm(unit, forms[position]!))
  }
  let tokens = counts.reduce((sum, count) => sum + count, 0)
  if (tokens <= targetTokens) return { forms, tokens }
  const index = indexHistory(conversation, units)
  for (const { level, isFor } of STEPS) {
    for (const [position, unit] of units.entries()) {
      if (tokens <= targetTokens) return { forms, tokens }
      const form = forms[position]!
      if (!isFor(unit, position >= units.length - input.freshUnits) || !isDeeper(level, form.level)) continue
      await takeTurn(position, signal)
      const deeper = await formAt(level, position, form, index, input)
      const count = await countForm(unit, deeper)
      if (count >= counts[position]!) continue
      tokens += count - counts[position]!
      counts[position] = count
      forms[position] = deeper
    }
  }
  return { forms, tokens }
}

async function formAt(
  level: UnitLevel,
  position: number,
  form: UnitForm,
  index: HistoryIndex,
  { conversation, units, tools, markerOf }: DeepenInput,
): Promise<UnitForm> {
  const unit = units[position]!
  if (level === 'lossless') return losslessForm(unit, conversation, tools)
  if (level === 'gone') return GONE
  const marker = markerOf(unit)
  if (level === 'keyed') return keyedForm(position, index, marker)
  if (level === 'values') return valuesForm(position, index, marker)
  return factsForm(position, form, index, { ...tools, marker })
}

function isDeeper(level: UnitLevel, than: UnitLevel): boolean {
  return UNIT_LEVELS.indexOf(level) > UNIT_LEVELS.indexOf(than)
}

async function takeTurn(position: number, signal: AbortSignal | undefined): Promise<void> {
  throwIfCancelled(signal)
  if (position % UNITS_PER_TURN === UNITS_PER_TURN - 1) await new Promise((resolve) => setImmediate(resolve))
}
