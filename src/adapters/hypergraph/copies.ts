/** Units with the very same text, as rings. */
export interface Copies {
  /** The first unit with each unit's text. */
  readonly first: Uint32Array
  /** The next unit with each unit's text, after the last one the first; itself where there is none. */
  readonly next: Uint32Array
}

/** Joins units whose texts have one number. @param textCount all numbers are below it. O(units). */
export function joinCopies(texts: Uint32Array, textCount: number): Copies {
  const first = Uint32Array.from(texts, (_, unit) => unit)
  const next = first.slice()
  // One more than the unit, so that 0 says none.
  const firstOf = new Uint32Array(textCount)
  const lastOf = new Uint32Array(textCount)
  texts.forEach((text, unit) => {
    const known = firstOf[text]!
    if (known === 0) {
      firstOf[text] = unit + 1
    } else {
      first[unit] = known - 1
      next[unit] = known - 1
      next[lastOf[text]! - 1] = unit
    }
    lastOf[text] = unit + 1
  })
  return { first, next }
}

/** All units with the text of this one, ascending, it included. */
export function copiesOf({ first, next }: Copies, unit: number): readonly number[] {
  const start = first[unit]!
  const units = [start]
  for (let copy = next[start]!; copy !== start; copy = next[copy]!) units.push(copy)
  return units
}
