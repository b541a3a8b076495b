import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { batchesOf, forEachLimited } from '../../../../src/adapters/models/openai/batches.ts'

describe('batches', () => {
  it('keep every text in order, within both limits, and none could take its successor (property)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 12 })),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 30 }),
        (texts, maxTexts, maxBytes) => {
          const batches = batchesOf(texts, maxTexts, maxBytes)
          expect(batches.flatMap((batch) => batch.texts)).toEqual(texts)
          for (const [position, batch] of batches.entries()) {
            expect(texts[batch.start]).toBe(batch.texts[0])
            expect(batch.texts.length).toBeGreaterThan(0)
            expect(batch.texts.length).toBeLessThanOrEqual(maxTexts)
            const sizeBytes = Buffer.byteLength(batch.texts.join(''))
            expect(batch.texts.length === 1 || sizeBytes <= maxBytes).toBe(true)
            const following = batches[position + 1]?.texts[0]
            if (following !== undefined && batch.texts.length < maxTexts)
              expect(sizeBytes + Buffer.byteLength(following)).toBeGreaterThan(maxBytes)
          }
        },
      ),
    )
  })

  it('run at most so many at once, start in order, and stop starting after a failure', async () => {
    const started: number[] = []
    let running = 0
    const work = async (item: number): Promise<void> => {
      started.push(item)
      running++
      expect(running).toBeLessThanOrEqual(2)
      await new Promise((resolve) => setTimeout(resolve, 2))
      running--
      if (item === 3) throw new Error('third')
    }
    await expect(forEachLimited([1, 2, 3, 4, 5, 6, 7, 8], 2, work)).rejects.toThrow('third')
    expect(started).toEqual([1, 2, 3, 4])
  })
})
