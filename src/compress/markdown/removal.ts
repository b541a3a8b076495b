import type { TextRange } from '../../domain/text/sentences.ts'

/** Why something was stripped. */
export type StripReason =
  | 'badge'
  | 'comment'
  | 'contents'
  | 'contributors'
  | 'definition'
  | 'licence'
  | 'navigation'
  | 'repeated'
  | 'tracking'

/** A stretch of the text that a marker replaces. */
export interface Removal extends TextRange {
  readonly kind: 'stripped' | 'summarized'
  /** Reasons of what was stripped, or how it was summarised; several are joined by `, `. */
  readonly reason: string
  /** Printed before the marker and a blank: what is left of the stretch in other words. */
  readonly replacement?: string
  /** Printed behind the marker: the line break and the block marks without which the text that follows would be read as something else than it was. */
  readonly continuation?: string
}

/** Joins two removals, reasons in order, each once. */
function joined(first: Removal, second: Removal): Removal {
  const reasons = new Set([...first.reason.split(', '), ...second.reason.split(', ')])
  const isSummary = first.kind === 'summarized' || second.kind === 'summarized'
  return {
    start: first.start,
    end: Math.max(first.end, second.end),
    kind: isSummary ? 'summarized' : 'stripped',
    reason: [...reasons].join(', '),
  }
}

/**
 * Removals in order, without overlap, those with nothing but white space and quote marks between them joined, so that one marker stands for them. A replacement yields to
 * what overlaps it. Cost: a sort.
 */
export function joinRemovals(text: string, removals: readonly Removal[]): readonly Removal[] {
  const result: Removal[] = []
  for (const removal of removals.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1)
    if (last === undefined || !isEmpty(text, last.end, removal.start)) result.push(removal)
    else if (last.replacement === undefined && removal.replacement === undefined) {
      result[result.length - 1] = joined(last, removal)
    } else if (removal.start >= last.end) result.push(removal)
    else if (removal.replacement === undefined) result[result.length - 1] = removal
  }
  return result
}

/** Whether nothing stands between but white space and the quote marks of further lines. */
function isEmpty(text: string, start: number, end: number): boolean {
  if (isBlank(text, start, end)) return true
  const between = text.slice(start, end)
  return /^[\s>]*$/.test(between) && !between.slice(0, between.indexOf('\n')).includes('>')
}

/** Whether nothing stands between, which holds where the end comes first. */
export function isBlank(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index++) if (!/\s/.test(text[index]!)) return false
  return true
}

/** The text with each removal replaced by its marker, between what stands in its place and what leads on to the next block. */
export function render(text: string, removals: readonly Removal[], markerOf: (removal: Removal) => string): string {
  const parts: string[] = []
  let at = 0
  for (const removal of removals) {
    const { start, replacement, continuation = '' } = removal
    const before = replacement === undefined ? '' : `${replacement} `
    parts.push(text.slice(at, start), before, markerOf(removal), continuation)
    at = removal.end
  }
  parts.push(text.slice(at))
  return parts.join('')
}
