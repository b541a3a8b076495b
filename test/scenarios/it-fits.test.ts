import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContextIndex, openIndex } from '../../src/index.ts'
import { tokenizersWithOracles } from '../support/oracles.ts'
import { NEEDS_DATA, realData, recordsOf } from '../support/real-data.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const BUDGETS = [64, 256, 1024, 4000]
const hotpot = realData('multihop-hotpot500')
const folder = temporaryFolder()

describe.skipIf(!hotpot)(`packs of one index for three tokenizers (${NEEDS_DATA})`, () => {
  let index: ContextIndex
  beforeAll(async () => {
    index = await openIndex(folder.path('hotpot.packgraph'), { tokenizer: 'heuristic' })
    await index.addFiles([join(hotpot!, 'corpus.jsonl')])
  })
  afterAll(() => index.close())

  it.each(tokenizersWithOracles().map((tokenizer) => [tokenizer.name.replace(/\/.*\//, '…'), tokenizer] as const))(
    'fit every budget as an independent package counts %s',
    async (_, { name, count }) => {
      const questions = recordsOf<{ question: string }>(join(hotpot!, 'queries.jsonl')).slice(0, 200)
      let overflows = 0
      let packs = 0
      for (const { question } of questions) {
        for (const budget of BUDGETS) {
          const { text, proof } = await index.pack(question, budget, { tokenizer: name })
          const counted = count(text)
          packs++
          if (counted > budget || counted !== proof.countedTokens) overflows++
          expect(proof).toMatchObject({
            level: 'exact',
            verified: true,
            budgetTokens: budget,
            mismatchedTokenizers: ['heuristic@1'],
          })
        }
      }
      expect({ packs, overflows }).toEqual({ packs: questions.length * BUDGETS.length, overflows: 0 })
    },
    240_000,
  )
})
