/** Stands for what is inside a code span where rules look for markup. */
const COVER = '\0'

/**
 * A text of the same length in which code spans are blotted out, so that what looks like markup in one is not found. A run of backticks closes at the next run
 * as long as itself; a run without one is plain text. Linear.
 */
export function coverCode(text: string): string {
  if (!text.includes('`')) return text
  const runs = Array.from(text.matchAll(/`+/g), ({ index, 0: { length } }) => ({ index, length }))
  const closings = nextOfSameLength(runs)
  let covered = ''
  let at = 0
  for (let run = 0; run < runs.length; run++) {
    const closing = closings[run]
    if (closing === undefined) continue
    const start = runs[run]!.index
    const end = runs[closing]!.index + runs[closing]!.length
    covered += text.slice(at, start) + COVER.repeat(end - start)
    at = end
    run = closing
  }
  return covered + text.slice(at)
}

function nextOfSameLength(runs: readonly { readonly length: number }[]): readonly (number | undefined)[] {
  const latest = new Map<number, number>()
  const next: (number | undefined)[] = runs.map(() => undefined)
  for (let run = runs.length - 1; run >= 0; run--) {
    const { length } = runs[run]!
    next[run] = latest.get(length)
    latest.set(length, run)
  }
  return next
}
