import type { UnitForm } from '../../domain/conversation.ts'
import type { DecidedForm, DecidedText, MemoryState, UnitPlace } from './memory-state.ts'

/** The look-behind keeps a long run of brackets from being tried at each of them. */
const LABEL = /(?<!\[)(\[+)\d+:\d+\]/g

/** How many brackets stand around what leads to a unit: `[2:7]`, `[[2:7]]`, … */
export type MarkDepth = number

/** The shallowest mark of a unit that nothing which is remembered holds: so none of it can be taken for one of ours. */
export function markDepthOf({ forms, episodes }: Pick<MemoryState, 'forms' | 'episodes'>): MarkDepth {
  const taken = new Set<number>()
  const texts = [
    ...forms.flatMap((form) => (form === null ? [] : [form.line ?? '', ...form.texts.map(({ text }) => text)])),
    ...episodes.map(({ summary }) => summary ?? ''),
  ]
  for (const text of texts) for (const [, opening = ''] of text.matchAll(LABEL)) taken.add(opening.length)
  let depth = 1
  while (taken.has(depth)) depth += 1
  return depth
}

/** `[2:7]`: line 7 of the original of episode 2. */
export function placeLabel({ episode, line }: UnitPlace, depth: MarkDepth): string {
  return bracketed(`${episode}:${line}`, depth)
}

/** `[2]`: episode 2 as a whole. */
export function episodeLabel(episode: number, depth: MarkDepth): string {
  return bracketed(String(episode), depth)
}

/** A form as it is sent: marks stand where something is missing, and in front of its line. */
export function markedForm({ level, place, texts, line }: DecidedForm, depth: MarkDepth): UnitForm {
  const mark = placeLabel(place, depth)
  return {
    level,
    texts: texts.map(({ message, part, text, tail }) => ({
      message,
      part,
      text: tail === null ? text : `${text}${mark}${tail}`,
    })),
    line: line === null ? null : `${mark} ${line}`,
  }
}

/** A text of a form as a ladder gave it, parted at the last mark in it: behind that one nothing is the unit's own. */
export function partedAt(marker: string, text: string): Pick<DecidedText, 'text' | 'tail'> {
  const at = text.lastIndexOf(marker)
  return at === -1 ? { text, tail: null } : { text: text.slice(0, at), tail: text.slice(at + marker.length) }
}

function bracketed(text: string, depth: MarkDepth): string {
  return `${'['.repeat(depth)}${text}${']'.repeat(depth)}`
}
