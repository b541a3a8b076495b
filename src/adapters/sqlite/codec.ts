import { endianness } from 'node:os'
import type { Incidence } from '../../domain/hyperedge.ts'

/*
 * How values lie in columns where SQLite has no type for them. Speed matters: a scan of 100,000 hyperedges decodes 800,000 incidences.
 */

const FLOAT_BYTES = Float32Array.BYTES_PER_ELEMENT
const HOST_IS_BIG_ENDIAN = endianness() === 'BE'

/** float32, little-endian. A view on the vector's own memory where the machine is little-endian. */
export function encodeVector(vector: Float32Array): Uint8Array {
  const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)
  return HOST_IS_BIG_ENDIAN ? Buffer.from(bytes).swap32() : bytes
}

/** Joins stored vectors into one row-major array. */
export function decodeVectors(blobs: readonly Uint8Array[]): Float32Array<ArrayBuffer> {
  const sizeBytes = blobs.reduce((sum, blob) => sum + blob.byteLength, 0)
  const bytes = new Uint8Array(sizeBytes)
  let offset = 0
  for (const blob of blobs) {
    bytes.set(blob, offset)
    offset += blob.byteLength
  }
  if (HOST_IS_BIG_ENDIAN) Buffer.from(bytes.buffer).swap32()
  return new Float32Array(bytes.buffer, 0, sizeBytes / FLOAT_BYTES)
}

const OWNED: readonly Incidence['owned'][] = [false, 'title', 'lead']

/** Position in a fixed list, which may only ever grow at its end. */
export function encodeOwned(owned: Incidence['owned']): number {
  return OWNED.indexOf(owned)
}

export function decodeOwned(code: number): Incidence['owned'] {
  return OWNED[code] ?? false
}

/** Numbers joined by commas; the empty list is the empty string. */
export function encodeSentences(sentences: readonly number[]): string {
  return sentences.length === 1 ? String(sentences[0]) : sentences.join(',')
}

const MOST_REMEMBERED_LISTS = 10_000

/** Decodes sentence lists. Nearly all of them are among a few hundred short ones, so equal lists are one frozen array. */
export class SentenceDecoder {
  readonly #known = new Map<string, readonly number[]>([['', Object.freeze([])]])

  decode(text: string): readonly number[] {
    const known = this.#known.get(text)
    if (known) return known
    const sentences = Object.freeze(text.split(',').map(Number))
    if (this.#known.size < MOST_REMEMBERED_LISTS) this.#known.set(text, sentences)
    return sentences
  }
}
