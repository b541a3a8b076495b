import { episodeLabel, type MarkDepth, markDepthOf, placeLabel } from './memory-mark.ts'
import type { DecidedForm, Episode, MemoryState } from './memory-state.ts'

const HEADER = '[packgraph memory: turns, shortened; all of [e:n]: expand id e, lines n. Ids:'
const END = '[/memory]'

/** Whatever counts as a line break to somebody. */
const LINE_BREAK = /[\n\r\v\f\x85\u2028\u2029]/

/**
 * The memory as a message: where the originals of all episodes are, one digest of what is ancient (bare values, by episode), then the episodes, of which each unit, or the summary, has a
 * line. The empty text where nothing was shortened. Everything but headings, list and end is one line that begins with a mark, and no text in it holds the mark of a unit: nothing that a user or a tool
 * said can pass for another line. A function of the state; linear.
 */
export function memoryBlock(state: MemoryState): string {
  if (state.episodes.length === 0) return ''
  const depth = markDepthOf(state)
  const units = formsByEpisode(state)
  const ancient = units.flatMap((forms, index) => digestLine(forms, index, depth))
  const recent = units.flatMap((forms, index) => episodeLines(forms, index, state, depth))
  return framed(state.episodes, ancient, recent)
}

/** The memory without any line, and with room for one more episode: what its parts do not count. */
export function memoryFrame({ episodes }: MemoryState): string {
  return framed([...episodes, { alias: '00000000' }], [''], [''])
}

function framed(
  episodes: readonly Pick<Episode, 'alias'>[],
  ancient: readonly string[],
  recent: readonly string[],
): string {
  const ids = episodes.map(({ alias }, index) => `${index + 1}=${alias}`)
  return [`${HEADER} ${ids.join(' ')}]`, ...ancient, ...recent, END].join('\n')
}

/** What was decided about the units of each episode, in order. */
export function formsByEpisode({ forms, episodes }: MemoryState): readonly (readonly DecidedForm[])[] {
  const units = episodes.map((): DecidedForm[] => [])
  for (const form of forms) if (form !== null) units[form.place.episode - 1]?.push(form)
  return units
}

/** A text without line breaks, all words kept. */
export function oneLine(text: string): string {
  return text
    .split(LINE_BREAK)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' / ')
}

function digestLine(forms: readonly DecidedForm[], index: number, depth: MarkDepth): readonly string[] {
  const values = forms.filter(isAncient).flatMap(({ line }) => (line === null ? [] : oneLine(line)))
  return values.length === 0 ? [] : [`${episodeLabel(index + 1, depth)} ${values.join('; ')}`]
}

function episodeLines(
  forms: readonly DecidedForm[],
  index: number,
  { episodes }: MemoryState,
  depth: MarkDepth,
): readonly string[] {
  const recent = forms.filter((form) => form.line !== null && !isAncient(form))
  const summary = episodes[index]?.summary ?? null
  if (recent.length === 0 || summary === null)
    return recent.flatMap(({ line, place }) => (line === null ? [] : `${placeLabel(place, depth)} ${oneLine(line)}`))
  return [`${episodeLabel(index + 1, depth)} ${oneLine(summary)}`]
}

function isAncient({ level }: DecidedForm): boolean {
  return level === 'values' || level === 'names'
}
