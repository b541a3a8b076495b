import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateTokens } from '../../../../src/adapters/tokenizers/heuristic/estimate-tokens.ts'
import { heuristicTokenizer } from '../../../../src/adapters/tokenizers/heuristic/heuristic-tokenizer.ts'
import { describeTokenizerContract } from '../../../contracts/tokenizer-contract.ts'
import { FUZZ_SEED, fuzzTexts } from '../support/fuzz-texts.ts'
import { HOSTILE_KINDS } from '../support/hostile-texts.ts'
import { HEURISTIC_GOLDEN } from './heuristic-golden.ts'

describeTokenizerContract('heuristic@1', async () => heuristicTokenizer)

describe('heuristic@1', () => {
  it('says that it estimates', () => {
    expect(heuristicTokenizer).toMatchObject({ identity: 'heuristic@1', exactness: 'estimated' })
  })

  it.each(HEURISTIC_GOLDEN)('estimates %j at %i', (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens)
  })

  it('estimates every text but the empty one at one token or more, and at no more than three for each character', () => {
    fc.assert(
      fc.property(fuzzTexts, (text) => {
        const tokens = estimateTokens(text)
        expect(tokens).toBeGreaterThanOrEqual(text === '' ? 0 : 1)
        expect(tokens).toBeLessThanOrEqual(3 * text.length)
      }),
      { seed: FUZZ_SEED, numRuns: 2_000 },
    )
  })

  it('adds up over lines that end in words: a line end separates what it prices', () => {
    const line = 'The quick brown fox jumps over the lazy dog\n'
    const lines = estimateTokens(line.repeat(1_000))
    expect(lines / estimateTokens(line)).toBeCloseTo(1_000, -2)
  })

  it('estimates a million characters of each hostile kind', { timeout: 20_000 }, () => {
    for (const make of Object.values(HOSTILE_KINDS)) expect(estimateTokens(make(1_000_000))).toBeGreaterThan(1_000)
  })
})
