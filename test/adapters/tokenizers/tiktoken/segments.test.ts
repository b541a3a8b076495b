import fc from 'fast-check'
import { get_encoding } from 'tiktoken'
import { describe, expect, it } from 'vitest'
import { segmentEnd } from '../../../../src/adapters/tokenizers/tiktoken/segments.ts'
import { loadTiktokenTokenizer } from '../../../../src/adapters/tokenizers/tiktoken/tiktoken-tokenizer.ts'
import { FUZZ_SEED, fuzzTexts } from '../support/fuzz-texts.ts'

function segmentsOf(text: string): readonly string[] {
  const segments: string[] = []
  for (let start = 0; start < text.length; ) {
    const end = segmentEnd(text, start)
    segments.push(text.slice(start, end))
    start = end
  }
  return segments
}

/** Texts with many blank lines between fuzzed ones, so that there are segments to speak of. */
const texts = fc.array(fuzzTexts, { maxLength: 8, size: 'max' }).map((parts) => parts.join('\n\n'))

describe('segments', () => {
  it('together are the text, and none is empty', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const segments = segmentsOf(text)
        expect(segments.join('')).toBe(text)
        expect(segments).not.toContain('')
      }),
      { seed: FUZZ_SEED },
    )
  })

  it('end at blank lines, unless white space or a slash follows', () => {
    expect(segmentsOf('one\n\ntwo\r\n\r\nthree')).toEqual(['one\n\n', 'two\r\n\r\n', 'three'])
    expect(segmentsOf('one\n\n two\n\n\u0085three\n\n/four')).toEqual(['one\n\n two\n\n\u0085three\n\n/four'])
    expect(segmentsOf('one\ntwo\n')).toEqual(['one\ntwo\n'])
  })

  it('end at any line end once they are long', () => {
    const line = `${'word '.repeat(50)}end\n`
    expect(segmentsOf(line.repeat(4))).toEqual([line.repeat(2), line.repeat(2)])
  })

  it.each(['o200k_base', 'cl100k_base'] as const)('have counts that add up to that of the text in %s', (encoding) => {
    const oracle = get_encoding(encoding)
    const count = (text: string): number => oracle.encode_ordinary(text).length
    fc.assert(
      fc.property(texts, (text) => segmentsOf(text).reduce((sum, segment) => sum + count(segment), 0) === count(text)),
      { seed: FUZZ_SEED, numRuns: 3_000 },
    )
    oracle.free()
  })

  it('do not add up in gpt2, which is why it counts without them', () => {
    const oracle = get_encoding('gpt2')
    const count = (text: string): number => oracle.encode_ordinary(text).length
    expect(count('one\n\n') + count('two')).not.toBe(count('one\n\ntwo'))
    oracle.free()
  })

  it('change no count when they are remembered from other texts', async () => {
    const seasoned = await loadTiktokenTokenizer('o200k_base')
    const parts = fc.sample(fuzzTexts, { seed: FUZZ_SEED, numRuns: 200 })
    for (const part of parts) seasoned.count(`${part}\n\n`)
    for (let from = 0; from < parts.length; from += 20) {
      const text = parts.slice(from, from + 20).join('\n\n')
      const fresh = await loadTiktokenTokenizer('o200k_base')
      expect(seasoned.count(text)).toBe(await fresh.count(text))
    }
  })
})
