import fc from 'fast-check'
import { countTokens } from 'packgraph'
import { describe, expect, it } from 'vitest'
import type { Dataset } from '../../../eval/input/dataset.ts'
import { CHUNK_SEPARATOR, type Chunk, chunkDataset, fixedChunks } from '../../../eval/packing/fixed-chunks.ts'

const counting = { tokenizer: 'tiktoken:o200k_base' }

function dataset(...texts: readonly string[]): Dataset {
  const documents = texts.map((text, index) => ({ id: `d${index}.md`, title: `Title ${index}`, text }))
  return { name: 'some', fingerprint: '', questions: [], documents }
}

const chunksOf = (limit: number, ...texts: readonly string[]) => fixedChunks(dataset(...texts), limit, counting)

const countOf = async ({ text }: Chunk) => (await countTokens(text + CHUNK_SEPARATOR, counting)).tokens

describe('fixed chunks', () => {
  it('cover each text but white space, in order, each within its limit and none without need', async () => {
    const words = fc.array(fc.constantFrom('tide', 'Fernmouth', ' ', '\n\n', '。港は古い', '😀', '0x1f', 'ß'), {
      minLength: 1,
    })
    await fc.assert(
      fc.asyncProperty(words, fc.integer({ min: 8, max: 30 }), async (parts, limit) => {
        const text = parts.join(' ')
        const bytes = Buffer.from(text)
        let end = 0
        for (const chunk of await chunksOf(limit, text)) {
          expect(bytes.subarray(end, chunk.start).toString().trim()).toBe('')
          expect(bytes.subarray(chunk.start, chunk.end).toString()).toBe(chunk.text)
          expect([chunk.doc, chunk.tokens]).toEqual(['d0.md', await countOf(chunk)])
          expect(chunk.tokens).toBeLessThanOrEqual(limit)
          end = chunk.end
        }
        expect(bytes.subarray(end).toString().trim()).toBe('')
      }),
      { numRuns: 60 },
    )
  })

  it('are nearly full, and end between words', async () => {
    const text = 'High water at the quay came late, and the ferry waited. '.repeat(60)
    const chunks = await chunksOf(50, text)
    for (const chunk of chunks.slice(0, -1)) {
      expect(chunk.tokens).toBeGreaterThan(45)
      expect(text.charAt(chunk.end - 1)).toBe(' ')
    }
  })

  it('cut a text without spaces between characters, and go on where not even one fits', async () => {
    const text = '😀'.repeat(40)
    for (const limit of [1, 10]) {
      const chunks = await chunksOf(limit, text)
      expect(chunks.map((chunk) => chunk.text).join('')).toBe(text)
      for (const chunk of chunks) expect(chunk.text).toMatch(/^(?:😀)+$/u)
    }
  })

  it('have ids of their own that end with the id of the document, and are indexed as one paragraph under its title', async () => {
    const parts = dataset('One.\n\nTwo.', 'Three.')
    const chunks = await fixedChunks(parts, 200, counting)
    expect(chunks.map(({ id }) => id)).toEqual(['0/d0.md', '1/d1.md'])
    expect(chunkDataset(parts, chunks).documents).toEqual([
      { id: '0/d0.md', title: 'Title 0', text: 'One. Two.', mediaType: 'text/plain' },
      { id: '1/d1.md', title: 'Title 1', text: 'Three.', mediaType: 'text/plain' },
    ])
  })
})
