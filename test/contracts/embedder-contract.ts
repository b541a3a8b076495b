import { beforeAll, describe, expect, it } from 'vitest'
import { PackgraphError } from '../../src/domain/errors.ts'
import type { Embedder, EmbedOptions } from '../../src/ports/embedder.ts'

const KINDS: readonly EmbedOptions['kind'][] = ['document', 'query']

/** Texts that embedders have stumbled over: empty, blank, no words, other scripts, broken characters, markers, very long. */
const TEXTS: readonly string[] = [
  'The borrow checker refuses two mutable references.',
  '',
  ' \n\t',
  '…!?—',
  '借用检查器拒绝两个可变引用。',
  'Проверка заимствований',
  '👩‍👩‍👧‍👦 \ud83d \udc69 \u0000 \ufeff',
  '<|endoftext|> [CLS] [SEP] [PAD]',
  'x'.repeat(20_000),
  'one two three '.repeat(2_000),
]

/** What every embedder must do; run it on each adapter and on the fake. `open` gives a new embedder of one and the same identity. */
export function describeEmbedderContract(name: string, open: () => Promise<Embedder>): void {
  describe(`embedder contract: ${name}`, () => {
    let embedder: Embedder
    beforeAll(async () => {
      embedder = await open()
    })

    it('declares an identity, a whole number of dimensions and a weight between 0 and 1', () => {
      expect(embedder.identity).toMatch(/\S/)
      expect(Number.isSafeInteger(embedder.dimensions) && embedder.dimensions > 0).toBe(true)
      expect(embedder.denseWeight).toBeGreaterThanOrEqual(0)
      expect(embedder.denseWeight).toBeLessThanOrEqual(1)
    })

    it.each(KINDS)('gives each %s text one finite vector of unit length, whatever the text', async (kind) => {
      const vectors = await embedder.embed(TEXTS, { kind })
      expect(vectors).toHaveLength(TEXTS.length)
      for (const vector of vectors) {
        expect(vector).toBeInstanceOf(Float32Array)
        expect(vector).toHaveLength(embedder.dimensions)
        expect(vector.every(Number.isFinite)).toBe(true)
        expect(Math.hypot(...vector)).toBeCloseTo(1, 5)
      }
    })

    it('gives a text the same bits alone, in any company, and from another instance', async () => {
      const together = await embedder.embed(TEXTS, { kind: 'document' })
      const another = await open()
      expect(another.identity).toBe(embedder.identity)
      const reversed = (await another.embed([...TEXTS].reverse(), { kind: 'document' })).toReversed()
      expect(reversed).toEqual(together)
      for (const [position, text] of TEXTS.entries())
        expect(await embedder.embed([text], { kind: 'document' })).toEqual([together[position]])
    })

    it('gives vectors that the caller may change', async () => {
      const [first] = await embedder.embed(['a text', 'a text'], { kind: 'document' })
      const before = first!.slice()
      first!.fill(0)
      expect(await embedder.embed(['a text'], { kind: 'document' })).toEqual([before])
    })

    it('tells texts apart', async () => {
      const [left, right] = await embedder.embed(['one red apple', 'seven blue ships'], { kind: 'document' })
      expect(left).not.toEqual(right)
    })

    it('gives no vectors for no texts', async () => {
      expect(await embedder.embed([], { kind: 'document' })).toEqual([])
    })

    it('refuses to start when it is already cancelled', async () => {
      const embedding = embedder.embed(['a text'], { kind: 'document', signal: AbortSignal.abort() })
      await expect(embedding).rejects.toBeInstanceOf(PackgraphError)
      await expect(embedding).rejects.toMatchObject({ code: 'CANCELLED' })
    })
  })
}
