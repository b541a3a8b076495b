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
import { GONE, keyedForm, namesForm, valuesForm } from './memory-line.ts'
import { takeTurn } from './take-turn.ts'

export interface DeepenInput {
  readonly conversation: Conversation
  /** From the oldest. */
  readonly units: readonly HistoryUnit[]
  /** The present form of each of them. */
  readonly forms: readonly UnitForm[]
  /** So many of the last units are shortened after all others; the last one only in its place. */
  readonly freshUnits: number
  /** What is wanted: nothing fresh is touched for it, and no unit leaves altogether. */
  readonly targetTokens: number
  /** What must be, at least `targetTokens`: everything that is allowed is done for it. */
  readonly roomTokens: number
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
  /** The sum of their counts. Above the target, or even the room, where no further step is allowed. */
  readonly tokens: number
}

type Place = 'old' | 'fresh' | 'last'

/** One way down, and whom it is for. */
interface Step {
  readonly level: UnitLevel
  /** Only to get into the room. */
  readonly isForced?: true
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
  { level: 'facts', isForced: true, isFor: (unit, at) => at !== 'old' && of(at, 'call', 'assistant')(unit, at) },
  { level: 'values', isFor: of('old', 'assistant') },
  { level: 'facts', isFor: of('old', 'user') },
  { level: 'keyed', isFor: of('old', 'user') },
  { level: 'values', isFor: of('old', 'call') },
  { level: 'values', isFor: of('old', 'user') },
  { level: 'keyed', isForced: true, isFor: of('fresh', 'call', 'assistant') },
  { level: 'values', isForced: true, isFor: of('fresh', 'call', 'assistant') },
  { level: 'names', isForced: true, isFor: of('old', 'call', 'assistant', 'user') },
  { level: 'gone', isForced: true, isFor: of('old', 'assistant') },
  { level: 'gone', isForced: true, isFor: of('old', 'call', 'user') },
]
const UNFORCED = STEPS.filter(({ isForced }) => isForced === undefined)

/**
 * Shortens a history until it fits: step by step down the ladder, in each step the oldest first, and stops as soon as the sum fits. A unit takes a step only if it has fewer tokens after
 * it, and never comes back up. Where even the fresh units are over the room, no other leaves for nothing. Deterministic for given tools; each step is linear in the history, which is read
 * once before. Yields to the event loop.
 * @throws PackgraphError `CANCELLED`.
 */
export async function deepenUnits(input: DeepenInput): Promise<DeepenedUnits> {
  const { conversation, units, targetTokens, roomTokens, countForm, signal } = input
  const counts: number[] = []
  for (const [position, unit] of units.entries()) {
    await takeTurn(position, signal)
    counts.push(await countForm(unit, input.forms[position]!))
  }
  const descent: Descent = { forms: [...input.forms], counts, tokens: sumOf(counts) }
  if (descent.tokens > targetTokens) {
    const index = await indexHistory(conversation, units, signal)
    if (targetTokens < roomTokens) await descend(descent, UNFORCED, targetTokens, index, input)
    await descend(descent, STEPS, roomTokens, index, input)
  }
  return { forms: descent.forms, tokens: descent.tokens }
}

/** How far a history has come down. */
interface Descent {
  readonly forms: UnitForm[]
  readonly counts: number[]
  tokens: number
}

async function descend(
  descent: Descent,
  steps: readonly Step[],
  limitTokens: number,
  index: HistoryIndex,
  input: DeepenInput,
): Promise<void> {
  const { units, freshUnits, countForm, signal } = input
  const { forms, counts } = descent
  for (const { level, isFor } of steps) {
    if (level === 'gone' && sumOf(counts.slice(units.length - freshUnits)) > limitTokens) return
    for (const [position, unit] of units.entries()) {
      if (descent.tokens <= limitTokens) return
      const form = forms[position]!
      if (!isFor(unit, placeOf(position, input)) || !isDeeper(level, form.level)) continue
      await takeTurn(position, signal)
      const deeper = await formAt(level, position, form, index, input)
      const count = await countForm(unit, deeper)
      if (count >= counts[position]!) continue
      descent.tokens += count - counts[position]!
      counts[position] = count
      forms[position] = deeper
    }
  }
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
  if (level === 'names') return namesForm(position, index, marker)
  return factsForm(position, form, index, { ...tools, marker })
}

function isDeeper(level: UnitLevel, than: UnitLevel): boolean {
  return UNIT_LEVELS.indexOf(level) > UNIT_LEVELS.indexOf(than)
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
