/** Lines of an output, numbered from 1, both ends included. */
export interface LineRange {
  readonly first: number
  readonly last: number
}

/** `L7` or `L7-L12`. */
export function formatLineRange({ first, last }: LineRange): string {
  return first === last ? `L${first}` : `L${first}-L${last}`
}

/** The lines of `ranges` in as few ranges as say the same. @param ranges ascending. */
export function mergeLineRanges(ranges: Iterable<LineRange>): readonly LineRange[] {
  const merged: LineRange[] = []
  for (const { first, last } of ranges) {
    const before = merged.at(-1)
    if (before !== undefined && first <= before.last + 1) {
      merged[merged.length - 1] = { first: before.first, last: Math.max(before.last, last) }
    } else merged.push({ first, last })
  }
  return merged
}

/** How many line feeds end a text. By hand: a regular expression tries again at each of a million line feeds that stand elsewhere. */
export function countFinalLineFeeds(text: string): number {
  let start = text.length
  while (start > 0 && text[start - 1] === '\n') start--
  return text.length - start
}

/** As an editor counts: what follows the last line feed is a line if there is anything. */
export function countLines(text: string): number {
  return text.split('\n').length - Number(text.endsWith('\n'))
}
