import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Structure, StructureReader } from '../../src/ports/structure-reader.ts'

/** What every structure reader promises, on samples of its own kind, on parts of them, and on any text at all. */
export function describeStructureReader(name: string, reader: StructureReader, samples: readonly string[]): void {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.tuple(fc.constantFrom(...samples), fc.nat(), fc.nat()).map(([sample, from, to]) => {
      const [start = 0, end = 0] = [from % (sample.length + 1), to % (sample.length + 1)].sort((a, b) => a - b)
      return sample.slice(start, end)
    }),
    fc.array(fc.constantFrom(...samples), { maxLength: 4 }).map((parts) => parts.join('\n')),
    fc.constantFrom(...samples).map((sample) => sample.replaceAll('\n', '\r\n')),
  )

  describe(`${name} as a structure reader`, () => {
    it('names its media types in lower case, without parameters', () => {
      expect(reader.mediaTypes.length).toBeGreaterThan(0)
      for (const mediaType of reader.mediaTypes) expect(mediaType).toMatch(/^[a-z0-9.+-]+\/[a-z0-9.+-]+$/)
    })

    it('never throws, and gives blocks in order that do not overlap, with cuts inside them', () => {
      fc.assert(
        fc.property(anyText, (text) => expectSound(reader.read(text), text)),
        { numRuns: 300 },
      )
    })

    it('gives the same structure for the same text', () => {
      for (const sample of samples) expect(reader.read(sample)).toEqual(reader.read(sample))
    })

    it('finds no content in white space', () => {
      for (const text of ['', ' ', '\n\n', '\t\r\n']) {
        for (const block of reader.read(text).blocks) expect(text.slice(block.start, block.end).trim()).toBe('')
      }
    })

    it('takes time in proportion to the length of the text', () => {
      const longest = [...samples].sort((a, b) => b.length - a.length)[0] ?? ''
      const text = `${longest}\n\n`.repeat(Math.ceil(1_000_000 / (longest.length + 2)))
      const started = performance.now()
      reader.read(text)
      expect(performance.now() - started).toBeLessThan(3000)
    })
  })
}

function expectSound(structure: Structure, text: string): void {
  let end = 0
  for (const block of structure.blocks) {
    expect(block.start).toBeGreaterThanOrEqual(end)
    expect(block.end).toBeGreaterThanOrEqual(block.start)
    expect(block.end).toBeLessThanOrEqual(text.length)
    end = block.end
    for (const cuts of block.cuts ?? []) {
      let previous = -1
      for (const cut of cuts) {
        expect(cut).toBeGreaterThan(previous)
        expect(cut).toBeGreaterThanOrEqual(block.start)
        expect(cut).toBeLessThanOrEqual(block.end)
        previous = cut
      }
    }
    if (block.kind === 'heading')
      expect(block).toMatchObject({ level: expect.any(Number), heading: expect.any(String) })
    if (block.opening) expect(block.opening).toMatch(/\n$/)
    if (block.closing) expect(block.closing).toMatch(/^\n/)
  }
}
