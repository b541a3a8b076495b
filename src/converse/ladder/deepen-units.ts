import type { JsonFormTools } from '../../compress/tool-output/json/smallest-json-form.ts'
import {
  type Conversation,
  type HistoryUnit,
  UNIT_LEVELS,
  type UnitForm,
  type UnitLevel,
} from '../../domain/conversation.ts'
import { factsForm } from './facts-form.ts'
import { type HistoryIndex, indexHistory } from './history-index.ts'
import { losslessForm } from './lossless-form.ts'
import { GONE, keyedForm, valuesForm } from './memory-line.ts'
import { takeTurn } from './take-turn.ts'

export interface DeepenInput {
  readonly conversation: Conversation
  /** From the oldest. */
  readonly units: readonly HistoryUnit[]
  /** The present form of each of them. */
  readonly forms: readonly UnitForm[]
  /** So many of the last units are shortened after all others; the last one only in its place. */
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

type Place = 'old' | 'fresh' | 'last'

/** One way down, and whom it is for. */
interface Step {
  readonly level: UnitLevel
  readonly isFor: (unit: HistoryUnit, at: Place) => boolean
}

const of =
  (place: Place, ...kinds: readonly HistoryUnit['kind'][]) =>
  (unit: HistoryUnit, at: Place): boolean =>
    at === place && kinds.includes(unit.kind)

/** What the user says is shortened late, and by no fact until calls and answers have given all they can; nothing but leaving is left after `values`. Instructions stay. */
const STEPS: readonly Step[] = [
  { level: 'lossless', isFor: () => true },
  { level: 'facts', isFor: of('old', 'call', 'assistant') },
  { level: 'keyed', isFor: of('old', 'call', 'assistant') },
  { level: 'facts', isFor: (unit, at) => at !== 'old' && of(at, 'call', 'assistant')(unit, at) },
  { level: 'values', isFor: of('old', 'assistant') },
  { level: 'facts', isFor: of('old', 'user') },
  { level: 'keyed', isFor: of('old', 'user') },
  { level: 'values', isFor: of('old', 'call') },
  { level: 'values', isFor: of('old', 'user') },
  { level: 'keyed', isFor: of('fresh', 'call', 'assistant') },
  { level: 'values', isFor: of('fresh', 'call', 'assistant') },
  { level: 'gone', isFor: of('old', 'assistant') },
  { level: 'gone', isFor: of('old', 'call', 'user') },
]

/**
 * Shortens a history until it fits: step by step down the ladder, in each step the oldest first, and stops as soon as the sum fits. A unit takes a step only if it has fewer tokens after
 * it, and never comes back up. Where even the fresh units do not fit, no other leaves for nothing: the sum then is above the target. Deterministic for given tools; each step is linear
 * in the history, which is read once before. Yields to the event loop.
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
  let tokens = sumOf(counts)
  if (tokens <= targetTokens) return { forms, tokens }
  const index = await indexHistory(conversation, units, signal)
  for (const { level, isFor } of STEPS) {
    if (level === 'gone' && sumOf(counts.slice(units.length - input.freshUnits)) > targetTokens) break
    for (const [position, unit] of units.entries()) {
      if (tokens <= targetTokens) return { forms, tokens }
      const form = forms[position]!
      if (!isFor(unit, placeOf(position, input)) || !isDeeper(level, form.level)) continue
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

/** The last unit has to stay among the messages: it is what is answered. */
function placeOf(position: number, { units, freshUnits }: DeepenInput): Place {
  if (position < units.length - freshUnits) return 'old'
  return position === units.length - 1 ? 'last' : 'fresh'
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

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
