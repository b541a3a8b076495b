import type { Conversation, HistoryUnit, UnitForm } from '../../domain/conversation.ts'

/** A history, and what names its beginnings. */
export interface RememberedHistory {
  readonly conversation: Conversation
  /** All that are not protected, from the oldest. */
  readonly units: readonly HistoryUnit[]
  /** Of `unitChain`, for these units. */
  readonly chain: readonly string[]
}

/** Where the messages of a unit lie word for word: a line of the original of an episode; both from 1. */
export interface UnitPlace {
  readonly episode: number
  readonly line: number
}

/** Another text for a part of a unit, parted where the mark goes that leads to the whole: `tail` is what follows it. */
export interface DecidedText {
  /** From the unit's first. */
  readonly message: number
  readonly part: number
  readonly text: string
  /** Null for a text that nothing is missing from. */
  readonly tail: string | null
}

/** What was decided about a unit. Its line has no mark yet. */
export interface DecidedForm extends Omit<UnitForm, 'texts'> {
  readonly texts: readonly DecidedText[]
  readonly place: UnitPlace
}

/** Units that were shortened in one epoch, oldest first: JSON Lines of their messages, archived as one original. */
export interface Episode {
  readonly originalId: string
  readonly alias: string
  /** How many units it holds. */
  readonly lines: number
  /** What a summarizer made of the lines that stand for its units; null where it was not asked, or what it gave was refused. */
  readonly summary: string | null
  /** Whether a summarizer was asked. It is not asked again. */
  readonly asked: boolean
}

/** What is remembered of a conversation. */
export interface MemoryState {
  /** Of the record that holds it; null where none does. */
  readonly key: string | null
  /** Of the record that this one goes on from. */
  readonly previousKey: string | null
  readonly revision: number
  /** So many units the record is about. */
  readonly position: number
  /** By unit, from the oldest; null for units that are sent as they were when they came, like those beyond the end. */
  readonly forms: readonly (DecidedForm | null)[]
  readonly episodes: readonly Episode[]
}

export const NOTHING_REMEMBERED: MemoryState = {
  key: null,
  previousKey: null,
  revision: 0,
  position: 0,
  forms: [],
  episodes: [],
}

/** Whether something of a unit is missing from the form in which it is sent. */
export function isShortened(form: Pick<UnitForm, 'level'>): boolean {
  return form.level !== 'verbatim' && form.level !== 'lossless'
}
