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
 * Removals in order, without overlap, those with nothing but white space between them joined, so that one marker stands for them. A replacement yields to
 * what overlaps it. Cost: a sort.
 */
export function joinRemovals(text: string, removals: readonly Removal[]): readonly Removal[] {
  const result: Removal[] = []
  for (const removal of removals.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1)
    if (last === undefined || !isBlank(text, last.end, removal.start)) result.push(removal)
    else if (last.replacement === undefined && removal.replacement === undefined) {
      result[result.length - 1] = joined(last, removal)
    } else if (removal.start >= last.end) result.push(removal)
    else if (removal.replacement === undefined) result[result.length - 1] = removal
  }
  return result
}

/** Whether nothing stands between, which holds where the end comes first. */
export function isBlank(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index++) if (!/\s/.test(text[index]!)) return false
  return true
}

/** The text with each removal replaced by its marker, after what stands in its place. */
export function render(text: string, removals: readonly Removal[], markerOf: (removal: Removal) => string): string {
  const parts: string[] = []
  let at = 0
  for (const removal of removals) {
    const { start, replacement } = removal
    parts.push(text.slice(at, start), replacement === undefined ? '' : `${replacement} `, markerOf(removal))
    at = removal.end
  }
  parts.push(text.slice(at))
  return parts.join('')
}
