/** A name with more of its letters changed is no likely slip. */
const SLIP_SHARE = 0.4

/**
 * Finds the known name that someone who wrote `name` most likely meant: the one within the fewest edits, upper and lower case being equal, or else one
 * that ends or begins with it. Ties go to the name that stands first in `known`.
 *
 * @returns undefined when nothing is near: within two edits, or two fifths of the letters of a longer name.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const sought = name.toLowerCase()
  let nearest: string | undefined
  let fewestEdits = Number.POSITIVE_INFINITY
  for (const candidate of known) {
    const edits = editDistance(sought, candidate.toLowerCase())
    if (edits < fewestEdits && edits <= Math.max(2, candidate.length * SLIP_SHARE)) {
      fewestEdits = edits
      nearest = candidate
    }
  }
  return nearest ?? known.find((candidate) => isPartOf(sought, candidate.toLowerCase()))
}

/** A name given without its prefix or its end; two letters are too little to tell. */
function isPartOf(sought: string, candidate: string): boolean {
  return sought.length > 2 && (candidate.endsWith(sought) || candidate.startsWith(sought))
}

/**
 * Insertions, deletions and replacements of UTF-16 code units that turn one text into the other. O(n × m), in one row of memory.
 *
 * Source: R. A. Wagner and M. J. Fischer, "The string-to-string correction problem", 1974.
 */
function editDistance(from: string, to: string): number {
  const row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let i = 1; i <= from.length; i++) {
    let diagonal = row[0]!
    row[0] = i
    for (let j = 1; j <= to.length; j++) {
      const replaced = diagonal + (from[i - 1] === to[j - 1] ? 0 : 1)
      diagonal = row[j]!
      row[j] = Math.min(replaced, diagonal + 1, row[j - 1]! + 1)
    }
  }
  return row[to.length]!
}
