import { type Conversation, type HistoryUnit, UNIT_LEVELS, type UnitLevel } from '../../domain/conversation.ts'
import type { RequestMemoryRecord } from '../../ports/request-memory.ts'
import { standsAmongMessages } from '../count/request-counter.ts'
import {
  type DecidedForm,
  type DecidedText,
  type Episode,
  isShortened,
  type MemoryState,
  type RememberedHistory,
  type UnitPlace,
} from './memory-state.ts'

type JsonObject = Readonly<Record<string, unknown>>

const ID = /^[0-9a-f]{64}$/
const ALIAS = /^[0-9a-f]{8,64}$/
const LEVELS: ReadonlySet<unknown> = new Set(UNIT_LEVELS)

/** A state as a record holds it. `readState` reads it again. @param since how many units the history had that it was decided for. */
export function stateData({ position, forms, episodes }: MemoryState, since: number): unknown {
  const units = forms.map((form) => form && [form.level, form.place.episode, form.place.line, form.line, form.texts])
  return { position, since, units, episodes }
}

/** What a record holds of a beginning of the history of another record: the key of that one. */
export function beginningData(of: string): unknown {
  return { of }
}

/** @returns the key of the record that this data leads to; undefined for data that leads to none. */
export function readBeginning(data: unknown): string | undefined {
  return isObject(data) && typeof data.of === 'string' && ID.test(data.of) ? data.of : undefined
}

/**
 * What a record says of the first `position` units of a history, if it can be about them: whatever somebody wrote into a store, nothing but texts of parts that may change can be replaced by
 * it, and every unit that it shortens lies on a line of its own in an episode. Whether the texts are true is not asked. Of an episode that the record goes on with beyond these units, the
 * summary is left out: it speaks of units that may not be there. Linear.
 * @returns undefined for data that is anything else.
 */
export function readState(
  { key, previousKey, revision, data }: RequestMemoryRecord,
  position: number,
  { units, conversation }: Pick<RememberedHistory, 'units' | 'conversation'>,
): MemoryState | undefined {
  if (!isObject(data) || !isCount(data.position) || !Array.isArray(data.units) || !Array.isArray(data.episodes))
    return undefined
  // A shorter history was sent before this was decided, and stays as it was sent.
  if (!isCount(data.since) || units.length < data.since) return undefined
  if (position > data.position || data.units.length > data.position) return undefined
  const values: readonly unknown[] = data.units.slice(0, position)
  const read = values.map((value, index) => readForm(value, units[index], conversation))
  const forms = read.filter((form) => form !== undefined)
  const cut = new Set(data.units.slice(position).map((value: unknown) => (Array.isArray(value) ? value[1] : null)))
  const all: readonly unknown[] = data.episodes
  const kept = all.map(readEpisode).filter((episode) => episode !== undefined)
  if (forms.length < read.length || kept.length < all.length) return undefined
  const last = forms.reduce((most, form) => Math.max(most, form?.place.episode ?? 0), 0)
  const episodes = kept
    .slice(0, position < data.position ? last : undefined)
    .map((episode, index) => (cut.has(index + 1) ? { ...episode, summary: null } : episode))
  const places = forms.flatMap((form) => form?.place ?? [])
  return arePlaces(places, episodes) ? { key, previousKey, revision, position, forms, episodes } : undefined
}

function readEpisode(value: unknown): Episode | undefined {
  if (!isObject(value)) return undefined
  const { originalId, alias, lines, summary, asked } = value
  if (typeof originalId !== 'string' || !ID.test(originalId)) return undefined
  if (typeof alias !== 'string' || !ALIAS.test(alias) || !originalId.startsWith(alias)) return undefined
  if (!isCount(lines) || lines === 0 || typeof asked !== 'boolean') return undefined
  if (summary !== null && (typeof summary !== 'string' || !asked)) return undefined
  return { originalId, alias, lines, summary, asked }
}

function readForm(
  value: unknown,
  unit: HistoryUnit | undefined,
  conversation: Conversation,
): DecidedForm | null | undefined {
  if (value === null) return null
  if (!Array.isArray(value) || unit === undefined) return undefined
  const [level, episode, line, standsFor, texts] = value
  if (!isLevel(level) || !isCount(episode) || !isCount(line) || !Array.isArray(texts)) return undefined
  if (standsFor !== null && typeof standsFor !== 'string') return undefined
  const read = texts.flatMap((text) => readText(text, unit, conversation) ?? [])
  const form = { level, place: { episode, line }, line: standsFor, texts: read }
  if (!isShortened(form) || read.length < texts.length || (!standsAmongMessages(form) && read.length > 0))
    return undefined
  return level === 'gone' && standsFor !== null ? undefined : form
}

function readText(value: unknown, { start, end }: HistoryUnit, conversation: Conversation): DecidedText | undefined {
  if (!isObject(value)) return undefined
  const { message, part, text, tail } = value
  if (tail !== null && typeof tail !== 'string') return undefined
  if (!isCount(message) || !isCount(part) || typeof text !== 'string' || start + message >= end) return undefined
  const kind = conversation.messages[start + message]?.parts[part]?.kind
  return kind === 'text' || kind === 'result' ? { message, part, text, tail } : undefined
}

/** Whether each place is there, and none twice. */
function arePlaces(places: readonly UnitPlace[], episodes: readonly Episode[]): boolean {
  const taken = new Set(places.map(({ episode, line }) => `${episode}:${line}`))
  return (
    taken.size === places.length &&
    places.every(({ episode, line }) => line >= 1 && line <= (episodes[episode - 1]?.lines ?? 0))
  )
}

function isLevel(value: unknown): value is UnitLevel {
  return LEVELS.has(value)
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
