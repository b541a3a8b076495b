import { readFileSync } from 'node:fs'
import { get_encoding } from 'tiktoken'
import { describe, expect, it } from 'vitest'
import { ENCODING_NAMES } from '../../../../src/adapters/tokenizers/tiktoken/encodings.ts'
import { loadTiktokenTokenizer } from '../../../../src/adapters/tokenizers/tiktoken/tiktoken-tokenizer.ts'
import { describeTokenizerContract } from '../../../contracts/tokenizer-contract.ts'
import { base64, HOSTILE_KINDS } from '../support/hostile-texts.ts'

for (const encoding of ENCODING_NAMES) {
  describeTokenizerContract(`tiktoken:${encoding}`, () => loadTiktokenTokenizer(encoding))
}

describe('tiktoken', () => {
  it('is exact and names its encoding', async () => {
    const tokenizer = await loadTiktokenTokenizer('o200k_base')
    expect(tokenizer).toMatchObject({ identity: 'tiktoken:o200k_base', exactness: 'exact' })
  })

  it('counts the text of a special token as ordinary text', async () => {
    const tokenizer = await loadTiktokenTokenizer('o200k_base')
    expect(tokenizer.count('<|endoftext|>')).toBe(7)
  })

  it('counts a lone surrogate as the replacement character', async () => {
    const tokenizer = await loadTiktokenTokenizer('o200k_base')
    expect(tokenizer.count('a\ud83d\ud83d z')).toBe(await tokenizer.count('a\ufffd\ufffd z'))
  })

  it('counts the long s as an s in a contraction, as case folding has it', async () => {
    const tokenizer = await loadTiktokenTokenizer('o200k_base')
    const oracle = get_encoding('o200k_base')
    const text = "redon'ſHello'ſ'LL're"
    expect(tokenizer.count(text)).toBe(oracle.encode_ordinary(text).length)
    oracle.free()
  })

  it('counts this package description and its lock file as tiktoken does', async () => {
    for (const encoding of ENCODING_NAMES) {
      const tokenizer = await loadTiktokenTokenizer(encoding)
      const oracle = get_encoding(encoding)
      for (const path of ['package.json', 'package-lock.json']) {
        const text = readFileSync(path, 'utf8')
        expect(tokenizer.count(text)).toBe(oracle.encode_ordinary(text).length)
      }
      oracle.free()
    }
  })

  it('agrees with tiktoken on some thousand characters of each hostile kind', { timeout: 30_000 }, async () => {
    for (const encoding of ['o200k_base', 'cl100k_base', 'gpt2'] as const) {
      const tokenizer = await loadTiktokenTokenizer(encoding)
      const oracle = get_encoding(encoding)
      for (const [kind, make] of Object.entries(HOSTILE_KINDS)) {
        const text = make(2_000)
        expect([kind, tokenizer.count(text)]).toEqual([kind, oracle.encode_ordinary(text).length])
      }
      oracle.free()
    }
  })

  // Whatever is quadratic takes minutes for these; ours takes about a second for all.
  it.each(['o200k_base', 'cl100k_base', 'gpt2'] as const)(
    'counts 100,000 characters of each hostile kind, and a megabyte of base64, with %s',
    { timeout: 20_000 },
    async (encoding) => {
      const tokenizer = await loadTiktokenTokenizer(encoding)
      for (const make of Object.values(HOSTILE_KINDS)) expect(tokenizer.count(make(100_000))).toBeGreaterThan(0)
      expect(tokenizer.count(base64(1_000_000))).toBeGreaterThan(0)
    },
  )
})
