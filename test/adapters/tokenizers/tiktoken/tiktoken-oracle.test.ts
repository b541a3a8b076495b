import fc from 'fast-check'
import { get_encoding } from 'tiktoken'
import { describe, expect, it } from 'vitest'
import { ENCODING_NAMES } from '../../../../src/adapters/tokenizers/tiktoken/encodings.ts'
import { loadTiktokenTokenizer } from '../../../../src/adapters/tokenizers/tiktoken/tiktoken-tokenizer.ts'
import { FUZZ_SEED, fuzzTexts } from '../support/fuzz-texts.ts'

const CURRENT: readonly string[] = ['o200k_base', 'cl100k_base']
const CURRENT_RUNS = 20_000
const OLDER_RUNS = 2_000

describe.each(ENCODING_NAMES)('tiktoken:%s', (encoding) => {
  const runs = CURRENT.includes(encoding) ? CURRENT_RUNS : OLDER_RUNS

  it(`counts what tiktoken itself counts on ${runs} fuzzed texts, first and again`, { timeout: 60_000 }, async () => {
    const tokenizer = await loadTiktokenTokenizer(encoding)
    const oracle = get_encoding(encoding)
    fc.assert(
      fc.property(fuzzTexts, (text) => {
        const expected = oracle.encode_ordinary(text).length
        return tokenizer.count(text) === expected && tokenizer.count(text) === expected
      }),
      { seed: FUZZ_SEED, numRuns: runs },
    )
    oracle.free()
  })
})

/** Everything assigned but for private use and variation selectors. */
const ASSIGNED_BELOW = 0x34000

// The classes of characters are the same for all encodings; these two ask for different ones. An engine older than Unicode 16 lacks some.
it.runIf(Number(process.versions.unicode) >= 16).each(['o200k_base', 'gpt2'] as const)(
  'tiktoken:%s takes every code point for what tiktoken takes it for',
  { timeout: 60_000 },
  async (encoding) => {
    const tokenizer = await loadTiktokenTokenizer(encoding)
    const oracle = get_encoding(encoding)
    const different: string[] = []
    for (let first = 0; first < ASSIGNED_BELOW; first += 64) {
      // After letters, marks and numbers the contraction is a piece; signs take the apostrophe.
      const text = Array.from({ length: 64 }, (_, index) => `${String.fromCodePoint(first + index)}'s`).join('\n')
      if (tokenizer.count(text) !== oracle.encode_ordinary(text).length) different.push(first.toString(16))
    }
    oracle.free()
    expect(different).toEqual([])
  },
)
