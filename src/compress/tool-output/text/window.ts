import type { SlimLimits } from '../limits.ts'
import { formatLineRange, type LineRange, mergeLineRanges } from '../line-range.ts'
import type { LogEntry } from './fold-lines.ts'
import { severityOf } from './severity.ts'

/** Lines to print, and the original lines that are not among them, ascending. */
export interface Window {
  readonly lines: readonly string[]
  readonly omitted: readonly LineRange[]
}

type WindowLimits = Pick<
  SlimLimits,
  'windowLines' | 'windowHeadLines' | 'windowTailLines' | 'anchors' | 'templates' | 'landmarks'
>

/**
 * Head and tail of a log; of what lies between them, lines that tell of failures with a line around each (failures of a form that was not shown yet come first),
 * one line of each form that stands nowhere else, with how often it comes, and lines at even distances. Shown with the line numbers of the original. Linear.
 */
export function cutWindow(entries: readonly LogEntry[], limits: WindowLimits): Window {
  const omitted = entries.filter(({ hidden }) => hidden)
  if (entries.length <= limits.windowLines) {
    return { lines: entries.map(({ text }) => text), omitted: mergeLineRanges(omitted) }
  }
  const head = entries.slice(0, limits.windowHeadLines)
  const tail = entries.slice(entries.length - limits.windowTailLines)
  const gap = entries.slice(limits.windowHeadLines, entries.length - limits.windowTailLines)
  const seen = new Set([...head, ...tail].map(({ template }) => template))
  const anchors = chooseAnchors(gap, seen, limits.anchors)
  const forms = chooseForms(gap, seen, limits.templates)
  const shown = new Set([...anchors, ...forms.keys(), ...chooseLandmarks(gap, limits.landmarks)])
  const gapRange = { first: gap[0]?.first ?? 0, last: gap.at(-1)?.last ?? 0 }
  return {
    lines: [
      ...head.map(({ text }) => text),
      `[${formatLineRange(gapRange)}: ${gapRange.last - gapRange.first + 1} lines, of which ${shown.size} are shown]`,
      ...gap.flatMap((entry, index) => (shown.has(index) ? [numbered(entry, forms.get(index))] : [])),
      `[L${tail[0]?.first ?? 0} and what follows]`,
      ...tail.map(({ text }) => text),
    ],
    omitted: mergeLineRanges([...head, ...gap, ...tail].filter((entry, index) => isOmitted(entry, index))),
  }

  function isOmitted(entry: LogEntry, index: number): boolean {
    const inGap = index >= head.length && index < head.length + gap.length
    return entry.hidden || (inGap && !shown.has(index - head.length))
  }
}

/**
 * Places in `gap` of lines that tell of failures, and of their neighbours: reports before mentions, of each first those of forms that nothing showed yet.
 * @param seen gains the forms chosen.
 */
function chooseAnchors(gap: readonly LogEntry[], seen: Set<string>, most: number): ReadonlySet<number> {
  const found = gap.flatMap(({ text, template, hidden }, index) => {
    const severity = hidden ? 0 : severityOf(text)
    if (severity === 0) return []
    const isFresh = !seen.has(template)
    seen.add(template)
    return [{ index, rank: severity * 2 + Number(isFresh) }]
  })
  const anchors = found.sort((a, b) => b.rank - a.rank || a.index - b.index).slice(0, most)
  return new Set(
    anchors.flatMap(({ index }) => [index - 1, index, index + 1]).filter((index) => gap[index] !== undefined),
  )
}

/** Places in `gap` at even distances, none at its ends, which head and tail mark. */
function chooseLandmarks(gap: readonly LogEntry[], most: number): readonly number[] {
  const places = Array.from({ length: most }, (_, index) => Math.floor(((index + 1) * gap.length) / (most + 1)))
  return places.filter((index) => gap[index] !== undefined && !gap[index].hidden)
}

interface Form {
  readonly count: number
  readonly last: number
}

/**
 * Place in `gap` of the first line of each form that nothing showed yet. Where there are too many: forms that repeat, the commonest first, then single lines at
 * even distances.
 */
function chooseForms(gap: readonly LogEntry[], seen: ReadonlySet<string>, most: number): ReadonlyMap<number, Form> {
  const forms = new Map<string, { index: number; count: number; last: number }>()
  for (const [index, { template, first, last, hidden }] of gap.entries()) {
    if (seen.has(template) || template.trim() === '') continue
    const lines = last - first + 1
    const form = forms.get(template)
    if (form !== undefined) {
      form.count += lines
      form.last = last
    } else if (!hidden) forms.set(template, { index, count: lines, last })
  }
  const all = [...forms.values()]
  const repeating = all.filter(({ count }) => count > 1).sort((a, b) => b.count - a.count || a.index - b.index)
  const single = all.filter(({ count }) => count === 1)
  const stride = Math.max(1, Math.ceil(single.length / Math.max(1, most - repeating.length)))
  const chosen = [...repeating, ...single.filter((_, index) => index % stride === 0)].slice(0, most)
  return new Map(chosen.map(({ index, count, last }) => [index, { count, last }]))
}

function numbered(entry: LogEntry, form: Form | undefined): string {
  if (entry.hidden) return entry.text
  const repeats = form !== undefined && form.count > 1 ? ` (${form.count} of this form, last L${form.last})` : ''
  return `L${entry.first}${repeats}: ${entry.text}`
}
