import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createStaticEmbedder } from '../../../../src/adapters/models/static/static-embedder.ts'

const embedder = createStaticEmbedder()

async function vectorOf(text: string): Promise<Float32Array> {
  return (await embedder.embed([text], { kind: 'document' }))[0]!
}

async function similarity(left: string, right: string): Promise<number> {
  const [one, other] = [await vectorOf(left), await vectorOf(right)]
  return one.reduce((sum, value, axis) => sum + value * other[axis]!, 0)
}

describe('the static embedder', () => {
  it('is static@1 with 512 dimensions', () => {
    expect(embedder).toMatchObject({ identity: 'static@1', dimensions: 512, denseWeight: 0.5 })
  })

  it('gives exactly the vectors that existing indexes hold', async () => {
    const vector = await vectorOf('How does the borrow checker treat two mutable references? Möller, 借用.')
    const littleEndian = Buffer.alloc(4 * vector.length)
    vector.forEach((value, axis) => {
      littleEndian.writeFloatLE(value, 4 * axis)
    })
    expect(createHash('sha256').update(littleEndian).digest('hex')).toBe(
      'c32c305c270f513f861e9597490fe00c2f62a863122d25cba9b3def42748626f',
    )
  })

  it('sees that related words are related although they share no letters', async () => {
    const related = await similarity('the physician treated the patient', 'a doctor at the hospital')
    const unrelated = await similarity('the physician treated the patient', 'a tariff on steel exports')
    expect(related).toBeGreaterThan(unrelated + 0.1)
  })

  it('sees that forms of a word it does not know are related', async () => {
    const related = await similarity('deserialization of Kubeflowish manifests', 'deserializing a Kubeflowish manifest')
    expect(related).toBeGreaterThan(0.5)
  })

  it('ranks a text of another language by its words and their parts', async () => {
    const question = 'Wo wird die Eigentümerschaft geprüft?'
    const answer = await similarity(question, 'Der Übersetzer überprüft die Eigentümerschaft von Werten.')
    const other = await similarity(question, 'Die Katze schläft auf dem warmen Ofen.')
    expect(answer).toBeGreaterThan(other + 0.1)
    expect(await similarity('借用检查器', '检查器拒绝借用')).toBeGreaterThan(
      await similarity('借用检查器', '今天天气很好'),
    )
  })

  it('hardly heeds words that are everywhere', async () => {
    expect(await similarity('a lighthouse of the coast', 'lighthouse coast')).toBeGreaterThan(0.9)
  })

  it('folds case and accents', async () => {
    expect(await vectorOf('MÖLLER Résumé')).toEqual(await vectorOf('moller resume'))
  })

  it('gives texts without a word the first unit vector', async () => {
    for (const text of ['', '   ', '?!', '\u0000', '\ud83d']) {
      const vector = await vectorOf(text)
      expect(vector[0]).toBe(1)
      expect(vector.subarray(1).every((value) => value === 0)).toBe(true)
    }
  })

  it('gives any text a vector of unit length, the same each time (property)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (text) => {
        const vector = await vectorOf(text)
        expect(vector.every(Number.isFinite)).toBe(true)
        expect(Math.hypot(...vector)).toBeCloseTo(1, 5)
        expect(await vectorOf(text)).toEqual(vector)
      }),
    )
  })

  it('finds the same words in plain text, which is read by the letter, as in any other (property)', async () => {
    const unit = fc.constantFrom('a', 'b', 'S', 's', 's', '9', '_', "'", "'", '’', ' ', '.', '—')
    await fc.assert(
      fc.asyncProperty(fc.string({ unit, maxLength: 40 }), async (text) => {
        // The last sign is no letter and not plain.
        expect(await vectorOf(`${text} ¡`)).toEqual(await vectorOf(text))
      }),
      { numRuns: 500 },
    )
  })

  it('does not depend on what its cache holds', async () => {
    const text = 'ownership and borrowing of values'
    const before = await vectorOf(text)
    const flood = Array.from({ length: 70_000 }, (_, number) => `w${number.toString(36)}`).join(' ')
    await vectorOf(flood)
    expect(await vectorOf(text)).toEqual(before)
  })

  it('stops between texts when it is cancelled', async () => {
    const controller = new AbortController()
    const embedding = embedder.embed(new Array(2_000).fill('some words'), {
      kind: 'document',
      signal: controller.signal,
    })
    setImmediate(() => controller.abort())
    await expect(embedding).rejects.toMatchObject({ code: 'CANCELLED' })
  })
})
