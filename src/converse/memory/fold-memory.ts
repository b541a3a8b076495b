import type { HistoryUnit, UnitForm } from '../../domain/conversation.ts'
import type { Original } from '../../domain/document.ts'
import { throwIfCancelled } from '../../domain/errors.ts'
import type { RequestMemory } from '../../ports/request-memory.ts'
import type { ArchivedOriginal } from '../../ports/store.ts'
import { type RequestCounter, standsAmongMessages } from '../count/request-counter.ts'
import { decideForms, type EpochDraft } from './decide-forms.ts'
import { memoryFrame } from './memory-block.ts'
import { markDepthOf, placeLabel } from './memory-mark.ts'
import type { MemoryState, RememberedHistory } from './memory-state.ts'
import { rememberState } from './remember-state.ts'
import { type ArrivalForm, type SentHistory, sentHistory } from './remembered-forms.ts'
import { type EpisodeSummarizer, summarizeEpisodes } from './summarize-episodes.ts'

export interface DeepenInput {
  readonly units: readonly HistoryUnit[]
  /** As they are sent now. */
  readonly forms: readonly UnitForm[]
  readonly freshUnits: number
  /** What all units together should have, by `countForm`, as long as nothing fresh is touched for it and nothing leaves altogether; and what they must have. */
  readonly targetTokens: number
  readonly roomTokens: number
  readonly countForm: (unit: HistoryUnit, form: UnitForm) => Promise<number>
  /** What a form has to bear where something is missing: a line begins with it, and in a text nothing of the unit stands behind it. */
  readonly markerOf: (unit: HistoryUnit) => string
  readonly signal: AbortSignal | undefined
}

/** Takes units deeper, the oldest first, until they fit, or as far as it goes; none becomes less deep. A pure function of its input. @returns a form for each unit. */
export type DeepenUnits = (
  input: DeepenInput,
) => Promise<{ readonly forms: readonly UnitForm[]; readonly tokens: number }>

export interface FoldInput {
  readonly history: RememberedHistory
  readonly state: MemoryState
  readonly roomTokens: number
  /** What an epoch should leave of the room, 0 to 1. */
  readonly epochDepth: number
  /** So many units at the end are shortened after all others. */
  readonly freshUnits: number
  readonly counter: Pick<RequestCounter, 'unit' | 'text' | 'memory'>
  readonly arrivalForm: ArrivalForm
  readonly deepenUnits: DeepenUnits
  readonly summarizer: EpisodeSummarizer | undefined
  /** Keeps an original for good. @throws when it cannot: then nothing was folded. */
  readonly archive: (original: Original) => Promise<ArchivedOriginal>
  readonly memory: Pick<RequestMemory, 'rememberRequest'>
  readonly nowMs: number
  readonly signal: AbortSignal | undefined
}

export interface FoldedHistory extends SentHistory {
  /** Units that left the messages at this epoch. */
  readonly newlyFoldedUnits: number
  /** Memory and units. More than the room where even the deepest forms are. */
  readonly historyTokens: number
}

/** So often a history that its memory makes larger than its parts is made smaller. */
const MOST_ATTEMPTS = 4

/**
 * One epoch: units become less, the oldest first, until memory and units have no more than `epochDepth` of the room, or, for what is fresh and for leaving altogether, no more than the room; the messages of each unit that loses something for the first time are
 * archived, and the decision is recorded under the beginning of the history that it is about. A decision that another process recorded meanwhile takes the place of this one.
 *
 * A function of the history, the state, the room, and of what ladder and summarizer say. A process that ends between archiving and recording leaves an original that the next epoch archives again.
 * Errors: those of `archive` and `memory`; `CANCELLED`. Cost: that of the ladder, mostly once.
 */
export async function foldMemory(input: FoldInput): Promise<FoldedHistory> {
  const { history, state, arrivalForm, counter, signal } = input
  const before = await sentHistory(state, history, arrivalForm)
  const draft = await draftEpoch(before, input)
  throwIfCancelled(signal)
  const folded = draft === undefined ? state : await settle(draft, input)
  const sent = await sentHistory(folded, history, arrivalForm)
  const historyTokens = await historyTokensOf(sent, history, counter)
  return { ...sent, historyTokens, newlyFoldedUnits: Math.max(0, sent.foldedUnits - before.foldedUnits) }
}

/** What a history has as it is sent: its units and its memory. */
export async function historyTokensOf(
  { forms, memoryText }: Pick<SentHistory, 'forms' | 'memoryText'>,
  { units, conversation }: Pick<RememberedHistory, 'units' | 'conversation'>,
  counter: FoldInput['counter'],
): Promise<number> {
  let tokens = memoryText === '' ? 0 : await counter.memory(memoryText)
  for (const [index, unit] of units.entries()) tokens += await counter.unit(conversation, unit, forms[index])
  return tokens
}

/** @returns undefined where nothing can become less. */
async function draftEpoch(before: SentHistory, input: FoldInput): Promise<EpochDraft | undefined> {
  const { history, state, counter, roomTokens, epochDepth, freshUnits, signal } = input
  const { conversation, units } = history
  const leftTokens = Math.floor(roomTokens * epochDepth)
  const depth = markDepthOf(state)
  const markerOf = (unit: HistoryUnit): string => {
    const place = state.forms[unit.index]?.place ?? { episode: state.episodes.length + 1, line: unit.index + 1 }
    return placeLabel(place, depth)
  }
  const countForm = (unit: HistoryUnit, form: UnitForm): Promise<number> =>
    standsAmongMessages(form) ? counter.unit(conversation, unit, form) : counter.text(form.line ? `${form.line}\n` : '')
  const { forms } = before
  const frameTokens = await counter.memory(memoryFrame(state))
  let limits = { targetTokens: leftTokens - frameTokens, roomTokens: roomTokens - frameTokens }
  let draft: EpochDraft | undefined
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const deepened = await input.deepenUnits({ units, forms, freshUnits, ...limits, countForm, markerOf, signal })
    const next = decideForms(state, { history, before: forms, after: deepened.forms, markerOf })
    if (next === undefined) return draft
    draft = next
    const sent = await sentHistory(draft.state, history, input.arrivalForm)
    const tokens = await historyTokensOf(sent, history, counter)
    const isDeepEnough = tokens <= leftTokens || deepened.tokens > limits.targetTokens
    if ((isDeepEnough && tokens <= roomTokens) || limits.roomTokens <= 0) break
    limits = {
      targetTokens: Math.max(0, limits.targetTokens - Math.max(0, tokens - leftTokens)),
      roomTokens: Math.max(0, limits.roomTokens - Math.max(0, tokens - roomTokens)),
    }
  }
  return draft
}

/** Archives, asks for summaries, records. */
async function settle({ state, original }: EpochDraft, input: FoldInput): Promise<MemoryState> {
  const { history, memory, nowMs, summarizer, signal } = input
  let next = state
  if (original !== undefined) {
    const { alias } = await input.archive(original)
    next = {
      ...state,
      episodes: state.episodes.map((kept) => (kept.originalId === original.id ? { ...kept, alias } : kept)),
    }
  }
  if (summarizer !== undefined) next = await summarizeEpisodes(next, summarizer, signal)
  return await rememberState(next, { history, memory, nowMs })
}
