import { describe, expect, it } from 'vitest'
import { createMarkdownParser } from '../../src/adapters/readers/markdown/markdown-parser.ts'
import { resolveTokenizer } from '../../src/adapters/tokenizers/resolve.ts'
import { BudgetError } from '../../src/domain/errors.ts'
import { engineWith } from '../engine/support/engine.ts'
import { NEEDS_DATA, realData, recordsOf } from '../support/real-data.ts'
import { expectRestored } from '../support/restore-compression.ts'

/** Every so-manieth document; PACKGRAPH_EVERY=1 takes all, which lasts minutes. */
const EVERY = Number(process.env.PACKGRAPH_EVERY ?? 60)
const BUDGETS = [0.8, 0.5, 0.25]
const PROTECTED = new Set(['code', 'front-matter', 'heading', 'math', 'table'])

const paths = ['docs-scale/rust-book.jsonl.gz', 'docs-scale/eips.jsonl.gz'].map(realData)

describe('compressing real documentation', () => {
  it.skipIf(paths.includes(undefined))(
    `restores every byte, keeps what is protected, is never over the budget, and changes nothing the second time (${NEEDS_DATA})`,
    async () => {
      const documents = paths.flatMap((path) => recordsOf<{ readonly id: string; readonly text: string }>(path!))
      const tokenizer = await resolveTokenizer('tiktoken:o200k_base')
      const index = engineWith({ resolveTokenizer: async () => tokenizer })
      const parser = createMarkdownParser()
      const protectedOf = (text: string): readonly string[] =>
        parser
          .parse(text)
          .filter(({ kind }) => PROTECTED.has(kind))
          .map(({ kind, textStart, textEnd }) => `${kind} ${text.slice(textStart, textEnd)}`)
      let reached = 0
      for (const { id, text } of documents.filter((_, position) => position % EVERY === 0)) {
        const rawTokens = Number(tokenizer.count(text))
        const protectedParts = protectedOf(text)
        for (const share of BUDGETS) {
          const budget = Math.max(1, Math.floor(rawTokens * share))
          const result = await index.compressMarkdown(text, budget, { tokenizer: 'o200k' }).catch((error: unknown) => {
            if (error instanceof BudgetError) return undefined
            throw error
          })
          if (result === undefined) continue
          reached++
          expect(tokenizer.count(result.text), id).toBeLessThanOrEqual(budget)
          expectRestored(result, Buffer.from(text), 'utf-8')
          // Neither may a marker make prose of what is protected, nor the other way round.
          expect(protectedOf(result.text), id).toEqual(protectedParts)
          expect((await index.compressMarkdown(result.text, budget, { tokenizer: 'o200k' })).text).toBe(result.text)
        }
      }
      expect(reached).toBeGreaterThan(0)
    },
    Math.max(120_000, 7_200_000 / EVERY),
  )
})
