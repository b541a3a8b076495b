import { PackgraphError } from '../../../domain/errors.ts'

/** Pre-trained word vectors, read in place from the bytes of `word-vectors.bin`: opening parses nothing. */
export interface WordTable {
  readonly words: number
  readonly dimensions: number
  /** Row-major unit vectors, `words × dimensions`, each divided by its row's scale. */
  readonly rows: Int8Array
  /** The unit direction that all texts share, `dimensions` long. */
  readonly component: Float32Array
  /** @returns the row of a word in lower-case ASCII, or −1. Cost: about 16 comparisons. */
  find(word: string): number
  /** What a row's integers are to be multiplied with. */
  scale(row: number): number
  /** SIF weight of the row's word, above 0 for the commonest and towards 1 for rare ones. */
  weight(row: number): number
}

const MAGIC = 0x56574750 // 'PGWV' as a little-endian number
const LAYOUT_VERSION = 1
const HEADER_BYTES = 20

/**
 * Opens a table in the layout that `scripts/build-word-vectors.mjs` writes and describes.
 *
 * @throws PackgraphError `EMBEDDER_UNAVAILABLE` when the bytes are of another layout or cut short.
 */
export function openWordTable(bytes: Uint8Array): WordTable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { words, dimensions, spellingBytes } = readHeader(view)
  const scalesAt = HEADER_BYTES + 4 * dimensions
  const weightsAt = scalesAt + 4 * words
  const endsAt = weightsAt + 4 * words
  const rowsAt = endsAt + 4 * words
  const spellingsAt = rowsAt + words * dimensions
  if (bytes.byteLength !== spellingsAt + spellingBytes) throw damaged(bytes.byteLength, spellingsAt + spellingBytes)

  const component = Float32Array.from({ length: dimensions }, (_, axis) =>
    view.getFloat32(HEADER_BYTES + 4 * axis, true),
  )
  const endOf = (row: number): number => (row < 0 ? 0 : view.getUint32(endsAt + 4 * row, true))
  return {
    words,
    dimensions,
    rows: new Int8Array(bytes.buffer, bytes.byteOffset + rowsAt, words * dimensions),
    component,
    scale: (row) => view.getFloat32(scalesAt + 4 * row, true),
    weight: (row) => view.getFloat32(weightsAt + 4 * row, true),
    find(word) {
      let low = 0
      let high = words - 1
      while (low <= high) {
        const middle = (low + high) >> 1
        const order = compare(word, bytes, spellingsAt + endOf(middle - 1), spellingsAt + endOf(middle))
        if (order === 0) return middle
        if (order < 0) high = middle - 1
        else low = middle + 1
      }
      return -1
    },
  }
}

function readHeader(view: DataView): { words: number; dimensions: number; spellingBytes: number } {
  if (view.byteLength < HEADER_BYTES) throw damaged(view.byteLength, HEADER_BYTES)
  const version = view.getUint32(4, true)
  if (view.getUint32(0, true) !== MAGIC || version !== LAYOUT_VERSION)
    throw new PackgraphError('EMBEDDER_UNAVAILABLE', `the word vectors are not in layout ${LAYOUT_VERSION}`, {
      facts: { version },
      hint: 'Install packgraph again, or run scripts/build-word-vectors.mjs in a checkout.',
    })
  return {
    words: view.getUint32(8, true),
    dimensions: view.getUint32(12, true),
    spellingBytes: view.getUint32(16, true),
  }
}

/** Order of a word and the ASCII spelling in bytes [start, end), by code unit: negative, 0 or positive. */
function compare(word: string, bytes: Uint8Array, start: number, end: number): number {
  const length = Math.min(word.length, end - start)
  for (let index = 0; index < length; index++) {
    const difference = word.charCodeAt(index) - bytes[start + index]!
    if (difference !== 0) return difference
  }
  return word.length - (end - start)
}

function damaged(sizeBytes: number, expectedBytes: number): PackgraphError {
  return new PackgraphError(
    'EMBEDDER_UNAVAILABLE',
    `the word vectors are damaged: ${sizeBytes} bytes, expected ${expectedBytes}`,
    { facts: { sizeBytes, expectedBytes }, hint: 'Install packgraph again.' },
  )
}
