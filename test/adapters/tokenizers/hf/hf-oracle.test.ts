import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTokenizer } from '@anthropic-ai/tokenizer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HfTokenizerClass } from '../../../../src/adapters/tokenizers/hf/library.ts'
import { resolveTokenizer } from '../../../../src/adapters/tokenizers/resolve.ts'
import { describeTokenizerContract } from '../../../contracts/tokenizer-contract.ts'
import { FUZZ_SEED, fuzzTexts } from '../support/fuzz-texts.ts'
import { CLAUDE_FOLDER, LLAMA2_FOLDER } from '../support/hf-folders.ts'
import { base64, HOSTILE_KINDS } from '../support/hostile-texts.ts'

describeTokenizerContract('hf: byte-level BPE', () => resolveTokenizer(`hf:${CLAUDE_FOLDER}`))
describeTokenizerContract('hf: SentencePiece BPE', () => resolveTokenizer(`hf:${LLAMA2_FOLDER}`))

function readJson(folder: string, file: string): object {
  return JSON.parse(readFileSync(join(folder, file), 'utf8')) as object
}

describe('hf: byte-level BPE', () => {
  it('counts what the independent package counts', { timeout: 60_000 }, async () => {
    const tokenizer = await resolveTokenizer(`hf:${CLAUDE_FOLDER}`)
    const oracle = getTokenizer()
    fc.assert(
      fc.property(fuzzTexts, (text) => {
        // The package normalises before it looks for special tokens, Hugging Face after: only full-width ones differ.
        fc.pre(!text.includes('＜'))
        return tokenizer.count(text) === oracle.encode(text.normalize('NFKC'), 'all').length
      }),
      { seed: FUZZ_SEED, numRuns: 5_000 },
    )
    const text = readFileSync('package-lock.json', 'utf8')
    expect(tokenizer.count(text)).toBe(oracle.encode(text.normalize('NFKC'), 'all').length)
    oracle.free()
  })
})

describe('hf: SentencePiece BPE', () => {
  it('counts what the library counts with its own merging', { timeout: 60_000 }, async () => {
    const tokenizer = await resolveTokenizer(`hf:${LLAMA2_FOLDER}`)
    const library = new HfTokenizerClass(
      readJson(LLAMA2_FOLDER, 'tokenizer.json'),
      readJson(LLAMA2_FOLDER, 'tokenizer_config.json'),
    )
    fc.assert(
      fc.property(fuzzTexts, (text) => {
        return tokenizer.count(text) === library.tokenize(text.replace(/\p{Surrogate}/gu, '\ufffd')).length
      }),
      { seed: FUZZ_SEED, numRuns: 3_000 },
    )
  })

  it('spells characters that it lacks in bytes', async () => {
    const tokenizer = await resolveTokenizer(`hf:${LLAMA2_FOLDER}`)
    expect(tokenizer.count('\u{1f9ff}')).toBe(1 + 4)
  })

  it('does not count the token that begins every text', async () => {
    const tokenizer = await resolveTokenizer(`hf:${LLAMA2_FOLDER}`)
    expect(tokenizer.count('Hello world')).toBe(2)
  })
})

// Whatever is quadratic takes minutes for these.
it.each([CLAUDE_FOLDER, LLAMA2_FOLDER])(
  'hf counts 100,000 characters of each hostile kind, and a megabyte of base64: %#',
  { timeout: 30_000 },
  async (folder) => {
    const tokenizer = await resolveTokenizer(`hf:${folder}`)
    for (const make of Object.values(HOSTILE_KINDS)) expect(tokenizer.count(make(100_000))).toBeGreaterThan(0)
    expect(tokenizer.count(base64(1_000_000))).toBeGreaterThan(0)
  },
)
