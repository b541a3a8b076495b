import fc from 'fast-check'
import cl100k from 'js-tiktoken/ranks/cl100k_base'
import gpt2 from 'js-tiktoken/ranks/gpt2'
import o200k from 'js-tiktoken/ranks/o200k_base'
import { describe, expect, it } from 'vitest'
import type { PieceRule } from '../../../../src/adapters/tokenizers/tiktoken/piece-rules.ts'
import { cl100kPieceEnd } from '../../../../src/adapters/tokenizers/tiktoken/split-cl100k.ts'
import { gpt2PieceEnd } from '../../../../src/adapters/tokenizers/tiktoken/split-gpt2.ts'
import { o200kPieceEnd } from '../../../../src/adapters/tokenizers/tiktoken/split-o200k.ts'
import { isLaterThanUnicode16 } from '../../../../src/adapters/tokenizers/tiktoken/unicode-16.ts'
import { Utf8Text } from '../../../../src/adapters/tokenizers/tiktoken/utf8-text.ts'
import { FUZZ_SEED, fuzzTexts } from '../support/fuzz-texts.ts'
import { HOSTILE_KINDS } from '../support/hostile-texts.ts'

const RULES: readonly (readonly [name: string, rule: PieceRule, pattern: string])[] = [
  ['o200k_base', o200kPieceEnd, o200k.pat_str],
  ['cl100k_base', cl100kPieceEnd, cl100k.pat_str],
  ['gpt2', gpt2PieceEnd, gpt2.pat_str],
]

/** The published pattern in JavaScript: `\s` spelled out, and the long s where js-tiktoken's spelling of "any case" forgets it. */
function published(pattern: string): RegExp {
  const source = pattern
    .replaceAll("'s|'S|", "'s|'S|'ſ|")
    .replaceAll('[^\\s', '[^\\p{White_Space}')
    .replaceAll('\\s', '\\p{White_Space}')
    .replaceAll('\\S', '\\P{White_Space}')
  return new RegExp(source, 'gu')
}

function piecesOf(text: string, rule: PieceRule): readonly string[] {
  const utf8 = new Utf8Text()
  utf8.encode(text)
  const pieces: string[] = []
  for (let start = 0; start < utf8.length; ) {
    const end = rule(utf8, start)
    pieces.push(Buffer.from(utf8.bytes.subarray(start, end)).toString())
    start = end
  }
  return pieces
}

/** How often splitting looks at the class of a byte. */
function looksAt(text: string, rule: PieceRule): number {
  const utf8 = new Utf8Text()
  utf8.encode(text)
  let looks = 0
  utf8.sets = new Proxy(utf8.sets, {
    get(sets, index) {
      looks += 1
      return Reflect.get(sets, index, sets)
    },
  })
  for (let start = 0; start < utf8.length; ) start = rule(utf8, start)
  return looks
}

describe.each(RULES)('the pieces of %s', (_, rule, pattern) => {
  it('are those of the published pattern', () => {
    const regex = published(pattern)
    fc.assert(
      fc.property(fuzzTexts, (text) => {
        fc.pre(!Array.from(text).some((character) => isLaterThanUnicode16(character.codePointAt(0)!)))
        const wellFormed = text.replace(/\p{Surrogate}/gu, '\ufffd')
        expect(piecesOf(text, rule)).toEqual(wellFormed.match(regex) ?? [])
      }),
      { seed: FUZZ_SEED, numRuns: 4_000 },
    )
  })

  it.each(Object.keys(HOSTILE_KINDS))('take work in proportion to a text of %s', (kind) => {
    const make = HOSTILE_KINDS[kind]!
    const [half, whole] = [looksAt(make(2_000), rule), looksAt(make(4_000), rule)]
    expect(whole).toBeLessThan(2.2 * half)
    expect(whole).toBeLessThan(12 * 4_000)
  })
})
