import { closeSync, fstatSync, openSync } from 'node:fs'
import { endianness } from 'node:os'
import { damagedGraph } from './graph-error.ts'
import { EF_CONSTRUCTION, LINKS, MAXIMUM_LABEL } from './graph-parameters.ts'
import { checkUpperLinks } from './upper-links.ts'
import { WordReader } from './word-reader.ts'

/** What a file of a graph must be. Where size and hash are not given, they are not compared. */
export interface ExpectedGraph {
  readonly dimensions: number
  readonly vectors: number
  readonly sizeBytes?: number
  readonly sha256?: string
}

/** What a file is that has been found sound. */
export interface SoundGraph {
  readonly dimensions: number
  readonly vectors: number
  readonly sizeBytes: number
  readonly sha256: string
  /** Ascending, each once. */
  readonly labels: Float64Array<ArrayBuffer>
}

const WORD_BYTES = 4
const HEADER_WORDS = 24
const GROUND_LINKS = 2 * LINKS
/** A count and its links. */
const GROUND_WORDS = 1 + GROUND_LINKS
const UPPER_WORDS = 1 + LINKS
const LABEL_WORDS = 2
/** The layer of an element is drawn from an exponential distribution; more than this never comes. */
const MAXIMUM_LAYER = 40
const EXPONENT_BITS = 0x7f800000
const LITTLE_ENDIAN = endianness() === 'LE'

/**
 * Reads the whole file of a graph, as hnswlib writes it on 64-bit machines, and follows its structure without any native code: header, counts, dimension, every
 * link and the layer that it leads to, the entry point, finite vectors, labels. hnswlib believes all of these, and a wrong one ends the process.
 *
 * Source: the format is `saveIndex` of hnswlib's `hnswalg.h`. Blocking; cost: one pass, some 300 MB/s. Memory: a few megabytes, and 17 bytes an element.
 * @throws PackgraphError `INDEX_INVALID` at the first thing that is wrong; what opening and reading raises.
 */
export function checkGraphFile(path: string, expected: ExpectedGraph): SoundGraph {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    if (size !== (expected.sizeBytes ?? size)) throw damagedGraph(`${size} bytes instead of ${expected.sizeBytes}`)
    const least = leastBytes(expected)
    if (size < least) throw damagedGraph(`${size} bytes, but ${expected.vectors} vectors need at least ${least}`)
    const { dimensions, vectors } = expected
    const reader = new WordReader(file, elementWords(dimensions))
    const { entry, highestLayer } = checkHeader(reader.take(HEADER_WORDS), dimensions, vectors)
    const labels = readGround(reader, dimensions, vectors)
    const { layers, links } = readUpper(reader, vectors)
    const { sizeBytes, sha256 } = reader.end()
    checkUpperLinks({ entry, highestLayer, layers, links })
    if (sha256 !== (expected.sha256 ?? sha256)) throw damagedGraph('its SHA-256 is not the recorded one')
    return { dimensions, vectors, sizeBytes, sha256, labels }
  } finally {
    closeSync(file)
  }
}

function elementWords(dimensions: number): number {
  return GROUND_WORDS + dimensions + LABEL_WORDS
}

function leastBytes({ dimensions, vectors }: ExpectedGraph): number {
  return WORD_BYTES * (HEADER_WORDS + vectors * (elementWords(dimensions) + 1))
}

/** Fields of 64 bits, but for the highest layer and the entry point, which have 32. */
function checkHeader(
  words: Uint32Array,
  dimensions: number,
  vectors: number,
): { readonly entry: number; readonly highestLayer: number } {
  const bytes = new DataView(words.slice().buffer)
  const long = (word: number): number => Number(bytes.getBigUint64(WORD_BYTES * word, LITTLE_ENDIAN))
  const vectorOffset = WORD_BYTES * GROUND_WORDS
  const labelOffset = vectorOffset + WORD_BYTES * dimensions
  const fields: readonly (readonly [name: string, actual: number, expected: number])[] = [
    ['offset of links', long(0), 0],
    ['room', long(2), vectors],
    ['number of elements', long(4), vectors],
    ['size of an element', long(6), WORD_BYTES * elementWords(dimensions)],
    ['offset of labels', long(8), labelOffset],
    ['offset of vectors', long(10), vectorOffset],
    ['links of an upper layer', long(14), LINKS],
    ['links of the ground', long(16), GROUND_LINKS],
    ['links', long(18), LINKS],
    [
      'layer scale',
      Math.round(1e9 * bytes.getFloat64(WORD_BYTES * 20, LITTLE_ENDIAN)),
      Math.round(1e9 / Math.log(LINKS)),
    ],
    ['width of construction', long(22), EF_CONSTRUCTION],
  ]
  for (const [name, actual, wanted] of fields) {
    if (actual !== wanted) throw damagedGraph(`its header says ${name} ${actual}, not ${wanted}`)
  }
  const [highestLayer = 0, entry = 0] = words.subarray(12, 14)
  if (entry >= vectors) throw damagedGraph(`its entry point is ${entry}, but it has ${vectors} elements`)
  if (highestLayer > MAXIMUM_LAYER) throw damagedGraph(`its header says highest layer ${highestLayer}`)
  return { entry, highestLayer }
}

/** The ground layer, element by element: links, vector, label. @returns the labels, ascending. */
function readGround(reader: WordReader, dimensions: number, vectors: number): Float64Array<ArrayBuffer> {
  const words = elementWords(dimensions)
  const labelStart = words - LABEL_WORDS
  const labels = new Float64Array(vectors)
  for (let element = 0; element < vectors; element += 1) {
    const record = reader.take(words)
    checkLinks(record, GROUND_LINKS, element, vectors)
    if (record[0] === 0 && vectors > 1) throw damagedGraph(`element ${element} has no links`)
    for (let word = GROUND_WORDS; word < labelStart; word += 1) {
      if ((record[word]! & EXPONENT_BITS) === EXPONENT_BITS)
        throw damagedGraph(`the vector of element ${element} is not finite`)
    }
    const [first = 0, second = 0] = record.subarray(labelStart)
    const label = LITTLE_ENDIAN ? first + second * 2 ** 32 : second + first * 2 ** 32
    if (label > MAXIMUM_LABEL) throw damagedGraph(`element ${element} has the label ${label}`)
    labels[element] = label
  }
  labels.sort()
  for (let place = 1; place < vectors; place += 1) {
    if (labels[place] === labels[place - 1]) throw damagedGraph(`two elements have the label ${labels[place]}`)
  }
  return labels
}

/** The upper layers: for each element the size of its lists, then the lists. */
function readUpper(
  reader: WordReader,
  vectors: number,
): { readonly layers: Uint8Array; readonly links: readonly number[] } {
  const layers = new Uint8Array(vectors)
  const links: number[] = []
  for (let element = 0; element < vectors; element += 1) {
    const sizeBytes = reader.take(1)[0]!
    const layer = sizeBytes / (WORD_BYTES * UPPER_WORDS)
    if (!Number.isInteger(layer) || layer > MAXIMUM_LAYER)
      throw damagedGraph(`element ${element} has ${sizeBytes} bytes of upper links`)
    layers[element] = layer
    for (let current = 1; current <= layer; current += 1) {
      const list = reader.take(UPPER_WORDS)
      checkLinks(list, LINKS, element, vectors)
      for (const target of list.subarray(1, 1 + list[0]!)) links.push(target, current)
    }
  }
  return { layers, links }
}

/** The upper half of a count marks a deleted element; graphs are saved without any. */
function checkLinks(list: Uint32Array, most: number, element: number, vectors: number): void {
  const count = list[0]!
  if (count > most) throw damagedGraph(`element ${element} says ${count} links, but at most ${most} fit`)
  for (let place = 1; place <= count; place += 1) {
    const target = list[place]!
    if (target >= vectors || target === element)
      throw damagedGraph(`element ${element} of ${vectors} is linked to ${target}`)
  }
}
