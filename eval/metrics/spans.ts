/** A half-open range `[start, end)`; the unit is the caller's. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** Joins ranges that overlap or touch and sorts them; empty ones vanish. */
export function mergeRanges(ranges: readonly Range[]): readonly Range[] {
  const merged: Range[] = []
  for (const range of ranges.filter(({ start, end }) => end > start).sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && range.start <= last.end) {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, range.end) }
    } else merged.push(range)
  }
  return merged
}

/** What both lists cover. Both are merged lists, as `mergeRanges` returns them. */
export function intersectRanges(left: readonly Range[], right: readonly Range[]): readonly Range[] {
  const common: Range[] = []
  for (let l = 0, r = 0; l < left.length && r < right.length; ) {
    const a = left[l]!
    const b = right[r]!
    const start = Math.max(a.start, b.start)
    const end = Math.min(a.end, b.end)
    if (start < end) common.push({ start, end })
    if (a.end < b.end) l++
    else r++
  }
  return common
}

/** How much of what was packed is gold, and how much of what is gold was packed, in tokens. */
export interface Overlap {
  readonly gold: number
  readonly packed: number
  readonly common: number
}

/** precision = |gold ∩ packed| / |packed|; 0 when nothing was packed. */
export function precisionOf({ packed, common }: Overlap): number {
  return packed === 0 ? 0 : common / packed
}

/** recall = |gold ∩ packed| / |gold|. */
export function recallOf({ gold, common }: Overlap): number {
  return gold === 0 ? 0 : common / gold
}

/**
 * IoU = |gold ∩ packed| / |gold ∪ packed|, the Jaccard index: falls with what is missing and with what is too much.
 * Source: Smith and Troynikov, Evaluating Chunking Strategies for Retrieval (Chroma, 2024), which defines all three over tokens.
 */
export function intersectionOverUnion({ gold, packed, common }: Overlap): number {
  const union = gold + packed - common
  return union === 0 ? 0 : common / union
}
