import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pruneProse, withoutRanges } from '../../../src/converse/prune/prune-prose.ts'
import { TOKEN_SCORERS, type TokenScorerName } from '../../../src/converse/prune/token-scorers.ts'
import type { TokenScorer } from '../../../src/ports/token-scorer.ts'

const weigh = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length
const MARKER = '<!-- pg:src=0123abcd#0-99 -->'

const PROSE =
  'When the keeper climbs the tower at dusk, he lights a lamp in the lantern room. ' +
  'He writes the hour into a book, and the "the quiet night" of an older page stays. ' +
  'She saw the United Nations, the 3 ships and not a soul, see the `the code` and https://a.test/the page.'

async function prune(
  text: string,
  name: TokenScorerName = 'rule',
  fields: Partial<Parameters<typeof pruneProse>[0]> = {},
) {
  return pruneProse({ text, scorer: TOKEN_SCORERS[name], targetTokens: 0, keep: [], marker: '', weigh, ...fields })
}

/** Everything that pruning must leave alone, between pieces of prose. */
const STRUCTURES = [
  '```ts\n// the value of the call is a number, and the rest is a string.\nreturn the\n```',
  '| the name | the value of a row |\n|---|---|\n| in the row | of a table |',
  '{ "text": "the keeper of the light sees a ship in the night and writes it down." }',
  '# About the keeper of the light and a ship in the night',
  '> the keeper of the light sees a ship in the night and writes it down in the book.',
  '    the keeper of the light sees a ship in the night and writes it down in the book.',
  '<pre>\n\nthe keeper of the light sees a ship in the night and writes it down in the book.\n\n</pre>',
  'state: the keeper of the light sees a ship in the night and writes it down in the book.',
]
const SENTENCES = [
  'The keeper of the light saw a ship in the night, and wrote it into the book of the port.',
  'It is not the first time that a boat of the line lost an anchor near the old quay.',
  'Of the 12 ships none had a pilot, the `the` key and the “a of the” mark, said Ann of the Bay.',
]
const documents = fc
  .array(fc.oneof(fc.constantFrom(...STRUCTURES), fc.constantFrom(...SENTENCES), fc.constantFrom(...SENTENCES)), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join('\n\n'))
const names = fc.constantFrom<TokenScorerName>('rule', 'self-information')

describe('pruning by the rule', () => {
  it('takes articles before lower case and figures, and leaves names, quotations, code and addresses', async () => {
    expect((await prune(PROSE)).text).toBe(
      'When keeper climbs tower at dusk, he lights lamp in lantern room. ' +
        'He writes hour into book, and the "the quiet night" of older page stays. ' +
        'She saw the United Nations, 3 ships and not soul, see the `the code` and https://a.test/the page.',
    )
  })

  it('takes no letter for an article, and no other language for English', async () => {
    const letters = 'In the text of the exam a candidate marks option a or option b, as the rule of the house has it.'
    expect((await prune(letters)).text).toContain('option a or option b')
    const spanish = 'El barco llega a puerto por la noche, y va a casa de su madre en la ciudad a las ocho.'
    expect((await prune(spanish)).text).toBe(spanish)
  })

  it('leaves keywords whole, in whatever case', async () => {
    const pruned = await prune(PROSE, 'rule', { keep: ['Climbs the Tower', 'a lamp'] })
    expect(pruned.text).toContain('climbs the tower')
    expect(pruned.text).toContain('lights a lamp')
    expect(pruned.text).toContain('When keeper')
  })
})

describe('pruning', () => {
  it('takes away exactly the ranges that it tells, and only lower-case words with a space', async () => {
    await fc.assert(
      fc.asyncProperty(documents, names, async (text, name) => {
        const { text: left, removedRanges } = await prune(text, name)
        expect(left).toBe(withoutRanges(text, removedRanges))
        for (const { start, end } of removedRanges) expect(text.slice(start, end)).toMatch(/^\p{Ll}+ $/u)
      }),
    )
  })

  it('leaves all that is no prose, every number, name and negation', async () => {
    const guarded = /[^\s\p{Ll}]\S*|\b(?:not|none)\b/gu
    await fc.assert(
      fc.asyncProperty(documents, names, async (text, name) => {
        const { text: left } = await prune(text, name)
        for (const structure of STRUCTURES) expect(left.split(structure).length).toBe(text.split(structure).length)
        expect(left.match(guarded)).toEqual(text.match(guarded))
        expect(left.split('\n').length).toBe(text.split('\n').length)
      }),
    )
  })

  it('takes as few words as bring the text to its target, and gives the same text again', async () => {
    await fc.assert(
      fc.asyncProperty(documents, names, fc.integer({ min: 1, max: 120 }), async (text, name, targetTokens) => {
        const all = await prune(text, name)
        const pruned = await prune(text, name, { targetTokens })
        expect(await prune(text, name, { targetTokens })).toEqual(pruned)
        expect(pruned.tokens).toBe(Math.max(all.tokens, Math.min(targetTokens, weigh(text))))
      }),
    )
  })

  it('marks a text once, below it, and leaves it where the marker weighs as much as what goes', async () => {
    const long = Array.from({ length: 5 }, () => PROSE).join('\n\n')
    const { text, tokens } = await prune(long, 'rule', { marker: MARKER })
    expect(text.endsWith(`\n\n${MARKER}\n`)).toBe(true)
    expect(text.split(MARKER)).toHaveLength(2)
    expect(tokens).toBe(weigh(text))
    const short = 'He saw the old keeper of a lighthouse in the last night of May.'
    expect(await prune(short, 'rule', { marker: MARKER })).toEqual({ text: short, tokens: 14, removedRanges: [] })
  })

  it('takes linear time on long runs of what looks like markup', async () => {
    for (const piece of ['the a ', '"', '<', '[', '`', "'", '“the a ', '$', 'x://'])
      await prune(`${piece.repeat(30_000)} the end of the story is near, and the rest of it is known.`)
  }, 5_000)
})

describe('a token scorer', () => {
  it.each([
    ['too few scores', []],
    ['what is no number', Array(200).fill(Number.NaN)],
  ])('is refused with %s', async (_, scores) => {
    const scorer: TokenScorer = { identity: 'broken', score: () => Promise.resolve(scores) }
    await expect(prune(PROSE, 'rule', { scorer })).rejects.toMatchObject({ code: 'INPUT' })
  })

  it('is not asked where nothing may go, and told of a cancellation', async () => {
    const scorer: TokenScorer = { identity: 'never', score: () => Promise.reject(new Error('asked')) }
    expect((await prune('{ "a": "the b" }', 'rule', { scorer })).removedRanges).toEqual([])
    await expect(prune(PROSE, 'rule', { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'CANCELLED' })
  })
})
