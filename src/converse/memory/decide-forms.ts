import type { HistoryUnit, UnitForm } from '../../domain/conversation.ts'
import type { Original } from '../../domain/document.ts'
import { sha256Of } from '../../pack/sha256.ts'
import { jsonText } from '../json-text.ts'
import { oneLine } from './memory-block.ts'
import { partedAt } from './memory-mark.ts'
import {
  type DecidedForm,
  type DecidedText,
  type Episode,
  isShortened,
  type MemoryState,
  type RememberedHistory,
} from './memory-state.ts'

/** An epoch before anything of it is kept. */
export interface EpochDraft {
  readonly state: MemoryState
  /** What the last episode of the state is to lead to; undefined where no unit lost something for the first time. Until it is archived, its alias is a guess. */
  readonly original: Original | undefined
}

interface Decision {
  readonly history: RememberedHistory
  /** Forms as they were sent, lines with their marks. */
  readonly before: readonly UnitForm[]
  readonly after: readonly UnitForm[]
  /** What the forms after have for a mark. */
  readonly markerOf: (unit: HistoryUnit) => string
}

/** The archive gives no shorter alias. */
const LEAST_ALIAS_DIGITS = 8

/**
 * The state after a ladder has taken units deeper: units that lost something for the first time become an episode, and every mark says where its unit lies. A pure function; linear.
 * @returns undefined where nothing changed.
 */
export function decideForms(state: MemoryState, decision: Decision): EpochDraft | undefined {
  const { history, before, after } = decision
  const { units } = history
  const changed = units.filter((_, index) => after[index]!.level !== before[index]!.level && isShortened(after[index]!))
  const last = changed.at(-1)
  if (last === undefined) return undefined
  const fresh = changed.filter(({ index }) => !state.forms[index])
  const places = new Map(
    fresh.map(({ index }, line) => [index, { episode: state.episodes.length + 1, line: line + 1 }]),
  )
  const original = fresh.length === 0 ? undefined : episodeOriginal(fresh, history)
  const length = Math.max(state.forms.length, last.index + 1)
  const forms = units.slice(0, length).map((unit): DecidedForm | null => {
    const place = state.forms[unit.index]?.place ?? places.get(unit.index)
    return place === undefined ? null : { ...decidedForm(unit, state, decision), place }
  })
  const episodes = [...state.episodes, ...(original === undefined ? [] : [newEpisode(original, fresh.length)])]
  const position = Math.max(state.position, length)
  const previousKey = state.key
  return { original, state: { key: null, previousKey, revision: state.revision + 1, position, forms, episodes } }
}

/** The messages of units, word for word: JSON Lines, one unit a line, which is the list of its messages. A function of the units. */
function episodeOriginal(
  units: readonly HistoryUnit[],
  { conversation }: Pick<RememberedHistory, 'conversation'>,
): Original {
  const lines = units.map(({ start, end }) => jsonText(conversation.messages.slice(start, end).map(({ raw }) => raw)))
  const text = lines.map((line) => `${line}\n`).join('')
  return { id: sha256Of(text), bytes: new TextEncoder().encode(text), encoding: 'utf-8' }
}

function newEpisode({ id }: Original, lines: number): Episode {
  return { originalId: id, alias: id.slice(0, LEAST_ALIAS_DIGITS), lines, summary: null, asked: false }
}

/** A form with its texts parted at their marks, and its line without one. What the ladder left as it was stays parted as it was: a mark that a user wrote is none. */
function decidedForm(
  unit: HistoryUnit,
  state: MemoryState,
  { before, after, markerOf }: Decision,
): Omit<DecidedForm, 'place'> {
  const form = after[unit.index]!
  const known = state.forms[unit.index]
  if (known && known.level === form.level) return known
  const marker = markerOf(unit)
  const texts = form.texts.map(({ message, part, text }): DecidedText => {
    const isSame = (other: Pick<DecidedText, 'message' | 'part'>): boolean =>
      other.message === message && other.part === part
    const isUnchanged = before[unit.index]!.texts.find(isSame)?.text === text
    const parted = isUnchanged ? (known?.texts.find(isSame) ?? { text, tail: null }) : partedAt(marker, text)
    return { message, part, text: parted.text, tail: parted.tail }
  })
  const line = form.line?.startsWith(marker) ? form.line.slice(marker.length) : form.line
  return { level: form.level, texts, line: line && oneLine(line) }
}
