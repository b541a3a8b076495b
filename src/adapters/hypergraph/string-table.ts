import type { Pacer } from './pacer.ts'
import { NO_STRINGS, PackedStringReader, type PackedStrings, packStrings } from './packed-strings.ts'

/**
 * Numbers distinct strings from 0 in order of first sight. Strings that came packed are cut out one by one when they are asked for, and the way from a string
 * to its number is paved when it is first taken, so that a table of a million strings opens at once.
 */
export class StringTable {
  private readonly packed: PackedStrings
  private readonly reader: PackedStringReader
  private readonly added: string[] = []
  private ids: Map<string, number> | undefined

  constructor(packed: PackedStrings = NO_STRINGS) {
    this.packed = packed
    this.reader = new PackedStringReader(packed)
  }

  get size(): number {
    return this.reader.size + this.added.length
  }

  /** The string with a number below `size`. */
  at(id: number): string {
    return id < this.reader.size ? this.reader.at(id) : this.added[id - this.reader.size]!
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
    return this.added.length === 0 ? this.packed : packStrings(this.added, this.packed)
  }

  /** Paves the way from strings to numbers now, and lets other work have its turn meanwhile. */
  async pave(pacer: Pacer): Promise<void> {
    if (this.ids !== undefined) return
    const ids = new Map<string, number>()
    // Whoever interns a string meanwhile takes the other way; what was numbered until then is in both.
    await pacer.inTurns(this.size, (id) => void ids.set(this.at(id), id))
    if (this.ids === undefined && ids.size === this.size) this.ids = ids
  }

  private known(): Map<string, number> {
    if (this.ids === undefined) {
      this.ids = new Map()
      for (let id = 0; id < this.size; id++) this.ids.set(this.at(id), id)
    }
    return this.ids
  }
}
