import { bytes, doubles, shorts, words } from './number-list.ts'
import type { PackedStrings } from './packed-strings.ts'
import type { Rows } from './rows.ts'

type NamedBytes = Map<string, Uint8Array>

/** Collects arrays and packed strings under names, as bytes. Nothing is copied. */
export class ArrayWriter {
  readonly arrays: NamedBytes = new Map()

  add(name: string, array: Uint8Array | Uint16Array | Uint32Array | Float64Array): void {
    this.arrays.set(name, new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
  }

  addRows(name: string, { starts, values }: Rows): void {
    this.add(`${name}.starts`, starts)
    this.add(`${name}.values`, values)
  }

  addStrings(name: string, { bytes, width, ends }: PackedStrings): void {
    this.add(`${name}.${width === 1 ? LATIN1 : UTF16}`, bytes)
    this.add(`${name}.ends`, ends)
  }
}

const LATIN1 = 'latin1'
const UTF16 = 'utf16'

/** Gives back what an `ArrayWriter` collected. Every method throws when there is no such array. */
export class ArrayReader {
  private readonly arrays: ReadonlyMap<string, Uint8Array>

  constructor(arrays: ReadonlyMap<string, Uint8Array>) {
    this.arrays = arrays
  }

  bytes(name: string): Uint8Array {
    return this.read(name, bytes)
  }

  shorts(name: string): Uint16Array {
    return this.read(name, shorts)
  }

  words(name: string): Uint32Array {
    return this.read(name, words)
  }

  doubles(name: string): Float64Array {
    return this.read(name, doubles)
  }

  rows(name: string): Rows {
    return { starts: this.words(`${name}.starts`), values: this.words(`${name}.values`) }
  }

  strings(name: string): PackedStrings {
    const isLatin1 = this.arrays.has(`${name}.${LATIN1}`)
    return {
      bytes: this.bytes(`${name}.${isLatin1 ? LATIN1 : UTF16}`),
      width: isLatin1 ? 1 : 2,
      ends: this.words(`${name}.ends`),
    }
  }

  private read<Kind extends Uint8Array | Uint16Array | Uint32Array | Float64Array>(
    name: string,
    make: (length: number) => Kind,
  ): Kind {
    const array = this.arrays.get(name)
    if (array === undefined) throw new Error(`the saved arrays have no ${name}`)
    const Type = make(0).constructor as new (buffer: ArrayBufferLike, offset: number, length: number) => Kind
    return new Type(array.buffer, array.byteOffset, array.byteLength / make(0).BYTES_PER_ELEMENT)
  }
}
