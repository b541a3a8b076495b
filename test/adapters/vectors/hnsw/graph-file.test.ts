import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkGraphFile, type ExpectedGraph } from '../../../../src/adapters/vectors/hnsw/graph-file.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { DIMENSIONS, LAYOUT, library, NEEDS_LIBRARY, numbersTo, writeGraph } from './graphs.ts'

const folder = temporaryFolder()
const VECTORS = 400
const EXPECTED: ExpectedGraph = { dimensions: DIMENSIONS, vectors: VECTORS }
const UPPER_START = LAYOUT.ground + VECTORS * LAYOUT.elementSize

/** Every way to spoil a file, each with a word of the reason that must be given. */
const DAMAGES: Readonly<Record<string, { readonly spoil: (file: Buffer) => Buffer; readonly reason: string }>> = {
  'that is empty': { spoil: () => Buffer.alloc(0), reason: '0 bytes' },
  'that was cut short': { spoil: (file) => file.subarray(0, file.length - 200), reason: 'ends early' },
  'that was cut in its header': { spoil: (file) => file.subarray(0, 50), reason: '50 bytes' },
  'that has something at its end': { spoil: (file) => Buffer.concat([file, Buffer.of(0)]), reason: 'follows' },
  'of zeros': { spoil: (file) => Buffer.alloc(file.length), reason: 'room 0' },
  'with a page of zeros': { spoil: (file) => zeroed(file, LAYOUT.ground + 8 * LAYOUT.elementSize), reason: 'no links' },
  'of another program': { spoil: (file) => Buffer.alloc(file.length, 'SQLite format 3\0'), reason: 'header' },
  'with too many elements': { spoil: (file) => long(file, LAYOUT.count, VECTORS + 1), reason: 'number of elements' },
  'with too few elements': { spoil: (file) => long(file, LAYOUT.count, VECTORS - 1), reason: 'number of elements' },
  'with less room than elements': { spoil: (file) => long(file, LAYOUT.room, VECTORS - 1), reason: 'room' },
  'with room for more than fits in memory': { spoil: (file) => long(file, LAYOUT.room, 2 ** 48), reason: 'room' },
  'with elements of another size': { spoil: (file) => long(file, LAYOUT.elementBytes, 8), reason: 'size' },
  'without links': { spoil: (file) => long(file, LAYOUT.links, 0), reason: 'links 0' },
  'with an entry point outside': { spoil: (file) => word(file, LAYOUT.entry, VECTORS), reason: 'entry point' },
  'without an entry point': { spoil: (file) => word(file, LAYOUT.entry, 2 ** 32 - 1), reason: 'entry point' },
  'with an entry point on a lower layer': { spoil: lowEntry, reason: 'highest layer' },
  'with layers that it does not have': { spoil: (file) => word(file, LAYOUT.highestLayer, 9), reason: 'highest layer' },
  'with an endless number of layers': { spoil: (file) => word(file, LAYOUT.highestLayer, 2 ** 31), reason: 'layer' },
  'with a flipped link': { spoil: (file) => flipped(file, LAYOUT.ground + 4), reason: 'linked to' },
  'with a link to the element itself': { spoil: (file) => word(file, LAYOUT.ground + 4, 0), reason: 'linked to 0' },
  'with too many links': { spoil: (file) => word(file, LAYOUT.ground, 33), reason: '33 links' },
  'with an element marked as deleted': { spoil: (file) => marked(file, LAYOUT.ground), reason: 'links' },
  'with a vector that is not finite': { spoil: notFinite, reason: 'not finite' },
  'with a label beyond 32 bits': { spoil: (file) => word(file, endOfElement(0) - 4, 1), reason: 'label' },
  'with a label twice': { spoil: (file) => word(file, endOfElement(0) - 8, 7), reason: 'two elements' },
  'with half an upper list': { spoil: (file) => word(file, UPPER_START, 12), reason: '12 bytes' },
  'with an upper list that leads nowhere': { spoil: lostUpperLink, reason: 'layer' },
}

describe.skipIf(!library)(`the check of a graph's file (${NEEDS_LIBRARY} otherwise)`, () => {
  let sound: Buffer
  beforeAll(() => {
    writeGraph(folder.path('sound.hnsw'), numbersTo(VECTORS))
    sound = readFileSync(folder.path('sound.hnsw'))
  })

  function check(file: Buffer, expected: ExpectedGraph = EXPECTED): unknown {
    const path = folder.path('file.hnsw')
    writeFileSync(path, file)
    return checkGraphFile(path, expected)
  }

  it('finds what was written sound, and tells its size, hash and labels', () => {
    expect(check(sound)).toEqual({
      ...EXPECTED,
      sizeBytes: sound.length,
      sha256: createHash('sha256').update(sound).digest('hex'),
      labels: Float64Array.from(numbersTo(VECTORS)),
    })
  })

  it.each([1, 2, 3, 40])('finds a graph of %d vectors sound, under any labels', (count) => {
    const labels = numbersTo(count).map((number) => 2 ** 32 - 1 - 1_000 * number)
    writeGraph(folder.path('few.hnsw'), labels, 3)
    const { labels: found } = checkGraphFile(folder.path('few.hnsw'), { dimensions: 3, vectors: count })
    expect([...found]).toEqual([...labels].sort((left, right) => left - right))
  })

  it.each(Object.entries(DAMAGES))('refuses a file %s', (_name, { spoil, reason }) => {
    expect(() => check(spoil(Buffer.from(sound)))).toThrow(
      expect.objectContaining({ code: 'INDEX_INVALID', message: expect.stringContaining(reason) }),
    )
  })

  it('refuses a file of another dimension, number, size or hash than expected', () => {
    for (const difference of [{ dimensions: 15 }, { dimensions: 17 }, { vectors: 399 }, { vectors: 401 }])
      expect(() => check(sound, { ...EXPECTED, ...difference })).toThrow(
        expect.objectContaining({ code: 'INDEX_INVALID' }),
      )
    expect(() => check(sound, { ...EXPECTED, sizeBytes: 7 })).toThrow(/bytes instead of 7/)
    expect(() => check(sound, { ...EXPECTED, sha256: 'c0ffee' })).toThrow(/SHA-256/)
  })

  it('refuses a file whose vectors were changed into others, by its hash', () => {
    const { sha256, sizeBytes } = checkGraphFile(folder.path('sound.hnsw'), EXPECTED)
    const other = Buffer.from(sound)
    other.writeFloatLE(0.25, endOfElement(3) - 12)
    expect(() => check(other, { ...EXPECTED, sizeBytes, sha256 })).toThrow(/SHA-256/)
  })

  it('says so when there is no file', () => {
    expect(() => checkGraphFile(folder.path('absent.hnsw'), EXPECTED)).toThrow(/ENOENT/)
  })

  it('fails in no other way, whatever bytes change', () => {
    const changes = fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(changes, fc.option(fc.nat(sound.length)), (bytes, end) => {
        const file = Buffer.from(sound)
        for (const [offset, value] of bytes) file[offset] = value
        const { sha256 } = checkGraphFile(folder.path('sound.hnsw'), EXPECTED)
        const changed = !file.equals(sound) || (end !== null && end < sound.length)
        const attempt = () => check(file.subarray(0, end ?? sound.length), { ...EXPECTED, sha256 })
        if (changed) expect(attempt).toThrow(expect.objectContaining({ code: 'INDEX_INVALID' }))
        else expect(attempt).not.toThrow()
      }),
      { numRuns: 300 },
    )
  })

  it('gives the same file for the same vectors', () => {
    writeGraph(folder.path('again.hnsw'), numbersTo(VECTORS))
    expect(readFileSync(folder.path('again.hnsw')).equals(sound)).toBe(true)
  })
})

function endOfElement(element: number): number {
  return LAYOUT.ground + (element + 1) * LAYOUT.elementSize
}

function word(file: Buffer, offset: number, value: number): Buffer {
  file.writeUInt32LE(value, offset)
  return file
}

function long(file: Buffer, offset: number, value: number): Buffer {
  file.writeBigUInt64LE(BigInt(value), offset)
  return file
}

function zeroed(file: Buffer, offset: number): Buffer {
  return file.fill(0, offset, offset + 4_096)
}

/** The highest bit of a link: what a worn disk or a cosmic ray would do. */
function flipped(file: Buffer, offset: number): Buffer {
  return word(file, offset, (file.readUInt32LE(offset) | 0x80000000) >>> 0)
}

function marked(file: Buffer, offset: number): Buffer {
  return word(file, offset, file.readUInt32LE(offset) | 0x10000)
}

function notFinite(file: Buffer): Buffer {
  file.writeFloatLE(Number.NaN, LAYOUT.ground + 4 * 33)
  return file
}

/** Offsets of the lists of upper links, by element; undefined where it has none. */
function upperLists(file: Buffer): readonly (number | undefined)[] {
  let offset = UPPER_START
  return numbersTo(VECTORS).map(() => {
    const sizeBytes = file.readUInt32LE(offset)
    const list = sizeBytes > 0 ? offset + 4 : undefined
    offset += 4 + sizeBytes
    return list
  })
}

function lowEntry(file: Buffer): Buffer {
  return word(file, LAYOUT.entry, upperLists(file).indexOf(undefined))
}

/** Makes a link of an upper layer lead to an element that is not there. */
function lostUpperLink(file: Buffer): Buffer {
  const lists = upperLists(file)
  const list = lists.find((offset) => offset !== undefined && file.readUInt32LE(offset) > 0)!
  return word(file, list + 4, lists.indexOf(undefined))
}
