/** Strings joined to one, and where each ends in it. */
export interface PackedStrings {
  readonly text: string
  /** End of each string in UTF-16 units, ascending. */
  readonly ends: Uint32Array
}

/**
 * Numbers distinct strings from 0 in order of first sight. Strings that came packed are cut out one by one when they are asked for, and the way from a string
 * to its number is paved when it is first taken, so that a table of a million strings opens at once.
 */
export class StringTable {
  private readonly packed: PackedStrings
  private readonly added: string[] = []
  private ids: Map<string, number> | undefined

  constructor(packed: PackedStrings = { text: '', ends: new Uint32Array(0) }) {
    this.packed = packed
  }

  /** Strings joined as they come, repeats and all. */
  static packed(strings: readonly string[]): PackedStrings {
    let end = 0
    const ends = Uint32Array.from(strings, (string) => {
      end += string.length
      return end
    })
    return { text: strings.join(''), ends }
  }

  get size(): number {
    return this.packed.ends.length + this.added.length
  }

  /** The string with a number below `size`. */
  at(id: number): string {
    const { text, ends } = this.packed
    if (id >= ends.length) return this.added[id - ends.length]!
    return text.slice(id === 0 ? 0 : ends[id - 1], ends[id])
  }

  find(text: string): number | undefined {
    return this.known().get(text)
  }

  intern(text: string): number {
    const known = this.known().get(text)
    if (known !== undefined) return known
    const id = this.size
    this.known().set(text, id)
    this.added.push(text)
    return id
  }

  pack(): PackedStrings {
    if (this.added.length === 0) return this.packed
    const { text, ends } = this.packed
    const added = StringTable.packed(this.added)
    const allEnds = new Uint32Array(this.size)
    allEnds.set(ends)
    added.ends.forEach((end, index) => {
      allEnds[ends.length + index] = text.length + end
    })
    return { text: text + added.text, ends: allEnds }
  }

  private known(): Map<string, number> {
    if (this.ids === undefined) {
      this.ids = new Map()
      for (let id = 0; id < this.size; id++) this.ids.set(this.at(id), id)
    }
    return this.ids
  }
}
