/** A name further away than this share of its letters is no likely slip. */
const SLIP_SHARE = 0.4

/**
 * The known name that a mistyped one most likely meant: fewest insertions, deletions and replacements of letters, case aside.
 *
 * @returns undefined when none is near; ties go to the first of `known`.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const wanted = name.toLowerCase()
  let nearest: string | undefined
  let least = Number.POSITIVE_INFINITY
  for (const candidate of known) {
    const distance = editDistance(wanted, candidate.toLowerCase())
    if (distance < least && distance <= Math.max(2, candidate.length * SLIP_SHARE)) {
      least = distance
      nearest = candidate
    }
  }
  return nearest
}

/** Source: Wagner and Fischer, "The String-to-String Correction Problem" (1974), with one row kept. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (let line = 1; line <= left.length; line++) {
    const next = [line]
    for (let column = 1; column <= right.length; column++) {
      const replaced = row[column - 1]! + (left[line - 1] === right[column - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[column]! + 1, next[column - 1]! + 1))
    }
    row = next
  }
  return row[right.length]!
}
