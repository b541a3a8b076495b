import { beforeAll, describe, expect, it } from 'vitest'
import type { Tokenizer } from '../../src/ports/tokenizer.ts'

/** Texts that tokenizers have stumbled over. */
const HOSTILE_TEXTS: readonly string[] = [
  '<|endoftext|><|fim_prefix|><|endofprompt|>',
  '<s></s><unk><pad>[CLS][SEP]<EOT><META>',
  '\ud83d',
  '\udc69\ud83d',
  'a\ud83db',
  '\u0000\u0001\u001f\u007f',
  '\ufeff\ufeff \u0085\u2028\u2029\u200b',
  '\u0301\u0301\u0301',
  '👨‍👩‍👧‍👦🏳️‍🌈🇩🇪',
  '\r\n\r\r\n \n\t\n',
  '\uffff\ufffe\u{10ffff}',
  "'s'S'ſ'",
  ' '.repeat(3_000),
  'a'.repeat(3_000),
  '漢'.repeat(3_000),
  '__proto__ constructor toString',
]

/** What every tokenizer must do; run it on each adapter and on the fake. `open` may give one and the same instance. */
export function describeTokenizerContract(name: string, open: () => Promise<Tokenizer>): void {
  describe(`tokenizer contract: ${name}`, () => {
    let tokenizer: Tokenizer
    beforeAll(async () => {
      tokenizer = await open()
    })

    it('has an identity of one line and an exactness', async () => {
      expect(tokenizer.identity).toMatch(/^\S.*$/)
      expect(['exact', 'remote', 'estimated']).toContain(tokenizer.exactness)
      expect((await open()).identity).toBe(tokenizer.identity)
    })

    it('counts no tokens in the empty text', async () => {
      expect(await tokenizer.count('')).toBe(0)
    })

    it.each(HOSTILE_TEXTS.map((text) => [JSON.stringify(text).slice(0, 40), text] as const))(
      'counts a whole number of tokens of %s',
      async (_, text) => {
        const tokens = await tokenizer.count(text)
        expect(Number.isSafeInteger(tokens) && tokens > 0).toBe(true)
      },
    )

    it('gives a text the same count again, whatever was counted in between, and from another instance', async () => {
      const first = await countAll(tokenizer, HOSTILE_TEXTS)
      expect((await countAll(tokenizer, HOSTILE_TEXTS.toReversed())).toReversed()).toEqual(first)
      expect(await countAll(await open(), HOSTILE_TEXTS)).toEqual(first)
    })

    it('counts more for a longer text', async () => {
      const sentence = 'The borrow checker refuses two mutable references. '
      expect(await tokenizer.count(sentence.repeat(20))).toBeGreaterThan(await tokenizer.count(sentence.repeat(10)))
    })
  })
}

async function countAll(tokenizer: Tokenizer, texts: readonly string[]): Promise<readonly number[]> {
  const counts: number[] = []
  for (const text of texts) counts.push(await tokenizer.count(text))
  return counts
}
