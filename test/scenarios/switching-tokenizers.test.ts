import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContextIndex, openIndex, type Tokenizer } from '../../src/index.ts'
import { INVENTED_QUESTIONS, inventedDocument } from '../support/invented-corpus.ts'
import { tokenizersWithOracles } from '../support/oracles.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()

describe('one index and several tokenizers', () => {
  let index: ContextIndex
  beforeAll(async () => {
    index = await openIndex(folder.path('switch.packgraph'))
    await index.add(Array.from({ length: 60 }, (_, number) => inventedDocument(number)))
  })
  afterAll(() => index.close())

  it('give proofs that fit by an independent count, without indexing again, and show the mismatch', async () => {
    const generation = (await index.status()).generation
    for (const { name, count } of tokenizersWithOracles()) {
      for (const question of INVENTED_QUESTIONS) {
        const { text, proof } = await index.pack(question, 300, { tokenizer: name })
        expect(count(text)).toBe(proof.countedTokens)
        expect(proof.countedTokens).toBeLessThanOrEqual(300)
        expect(proof.mismatchedTokenizers).toEqual(['heuristic@1'])
      }
    }
    expect((await index.status()).generation).toBe(generation)
  })

  it('emit the same pack whatever tokenizer made the stored costs', async () => {
    const constant = (tokens: number): Tokenizer => ({
      identity: `constant-${tokens}`,
      exactness: 'estimated',
      count: () => tokens,
    })
    const packAll = async (): Promise<readonly unknown[]> => {
      const packs: unknown[] = []
      for (const question of INVENTED_QUESTIONS) {
        for (const budget of [40, 90, 200, 600, 2000]) {
          const { text, items, proof } = await index.pack(question, budget, { tokenizer: 'tiktoken:o200k_base' })
          packs.push({ text, spans: items.map(({ ref, spans }) => ({ ref, spans })), counted: proof.countedTokens })
        }
      }
      return packs
    }
    const expected = await packAll()
    for (const stored of [
      'tiktoken:o200k_base',
      'tiktoken:cl100k_base',
      constant(1),
      constant(70),
      constant(100_000),
    ]) {
      await index.recost(stored)
      expect(await packAll()).toEqual(expected)
    }
    await index.recost('heuristic')
  })

  it('recost without embedding anything again', async () => {
    const report = await index.recost('tiktoken:o200k_base')
    expect(report.tokensAfter).not.toBe(report.tokensBefore)
    expect((await index.status()).tokenizers).toEqual([
      { identity: 'tiktoken:o200k_base', hyperedges: report.hyperedges, tokens: report.tokensAfter },
    ])
    const { proof } = await index.pack('ferry', 200, { tokenizer: 'tiktoken:o200k_base' })
    expect(proof.mismatchedTokenizers).toEqual([])
    await index.recost('heuristic')
  })
})
