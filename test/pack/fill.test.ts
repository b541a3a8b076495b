import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rankedLibrary } from './support/arbitrary.ts'
import { libraryOf, rankingOf, withAnchors, withCost } from './support/candidates.ts'
import { pack } from './support/pack.ts'
import { recording, wordTokenizer } from './support/tokenizers.ts'

const QUERY = 'Who rebuilt the mill after the flood?'
/** Sentences of nine words, the last of which may be shorter. */
const filler = (words: number, salt: string): string =>
  Array.from({ length: words }, (_value, index) => {
    const word = index % 9 === 0 ? salt.charAt(0).toUpperCase() + salt.slice(1) : salt
    return index % 9 === 8 || index === words - 1 ? `${word}.` : word
  }).join(' ')

function passages(...texts: readonly string[]) {
  return libraryOf(texts.map((text, index) => ({ uri: `${index}.md`, title: 'T', units: [text] }))).candidates
}

const oversize = {
  ...libraryOf([{ uri: 'o.md', units: ['x', 'y', 'z '.repeat(400).trim()] }]).candidates[2]!,
  score: 0.4,
}

describe('filling', () => {
  it('takes a later unit that fits when an earlier one does not', async () => {
    const ranking = rankingOf(QUERY, passages(filler(30, 'alpha'), `${'beta '.repeat(80)}.`, filler(20, 'gamma')))
    const { decisions } = await pack(ranking, { budgetTokens: 85 })
    expect(decisions.map(({ reason }) => reason)).toEqual(['packed', 'over-budget', 'filled'])
  })

  it('puts whole units into room below 25 tokens, but no excerpts', async () => {
    const [first, tiny, cuttable] = passages(filler(30, 'alpha'), 'Tiny.', `The mill. ${filler(60, 'noise')}`)
    const alone = await pack(rankingOf(QUERY, [first!]), { budgetTokens: 100 })
    const ranking = rankingOf(QUERY, [first!, withCost(tiny!, 1_000)])
    // An oversize unit before the tiny one stops the prefix, so that only filling could take the tiny one.
    const blocked = { ...ranking, candidates: [ranking.candidates[0]!, oversize, ranking.candidates[1]!] }
    // [2] T (1.md), its line break, Tiny. and a blank line
    for (const [roomTokens, length] of [
      [13, 1],
      [14, 2],
    ] as const) {
      const made = await pack(blocked, { budgetTokens: alone.proof.countedTokens + roomTokens })
      expect(made.items).toHaveLength(length)
      expect(made.proof.saturated).toBe(true)
    }
    for (const [roomTokens, length] of [
      [24, 1],
      [25, 2],
    ] as const) {
      const made = await pack(rankingOf(QUERY, [first!, cuttable!]), {
        budgetTokens: alone.proof.countedTokens + roomTokens,
      })
      expect(made.items).toHaveLength(length)
    }
  })

  it('cuts nothing where whole units alone are asked for', async () => {
    const long = `Ann Cobb rebuilt the mill after the flood. ${filler(60, 'noise')}`
    const ranking = rankingOf(QUERY, passages(filler(20, 'alpha'), long, filler(12, 'gamma')))
    const made = await pack(ranking, { budgetTokens: 75, fill: 'whole' })
    expect(made.decisions.map(({ reason }) => reason)).toEqual(['packed', 'over-budget', 'filled'])
    expect(made.proof.saturated).toBe(true)
    const cut = await pack(ranking, { budgetTokens: 75 })
    expect(cut.decisions.map(({ reason }) => reason)).toContain('excerpted')
  })

  it('cuts a unit that does not fit down to the sentences that matter', async () => {
    const text = `It began in spring. ${filler(60, 'noise')} Ann Cobb rebuilt the mill after the flood. ${filler(60, 'noise')}`
    const made = await pack(rankingOf(QUERY, passages(text)), { budgetTokens: 40 })
    expect(made.items[0]).toMatchObject({ excerpt: true, rank: 1 })
    expect(made.text).toContain('Ann Cobb rebuilt the mill after the flood.')
    expect(made.text).toContain('[…]')
    expect(made.decisions[0]?.reason).toBe('excerpted')
  })

  it('keeps a sentence that mentions an anchor before one that says nothing', async () => {
    const noise = filler(18, 'noise')
    const text = `${noise} Cobb was her name. ${noise}`
    const [candidate] = passages(text)
    const made = await pack(rankingOf('Unrelated question?', [withAnchors(candidate!, 'Cobb')]), { budgetTokens: 30 })
    expect(made.text).toContain('Cobb was her name.')
  })

  it('refuses an excerpt whose best sentence does not fit', async () => {
    const best = `The mill and the flood ${'and '.repeat(60)}.`
    const made = await pack(rankingOf(QUERY, passages(`Short one. ${best}`)), { budgetTokens: 40 })
    expect(made.items).toEqual([])
    expect(made).toMatchObject({ text: '', proof: { countedTokens: 0, slackTokens: 40, saturated: true } })
    expect(made.decisions[0]?.reason).toBe('over-budget')
  })

  describe('when the first unit would take more than 70 % of the room', () => {
    const first = `The mill was lost. ${filler(27, 'alpha')} ${filler(27, 'alpha')} ${filler(27, 'alpha')}`
    const second = `Cobb rebuilt the mill after the flood. ${filler(6, 'beta')}`

    it('cuts it for a second that scores nearly as well', async () => {
      const ranking = rankingOf(QUERY, passages(first, second), { falloff: 0.9 })
      const made = await pack(ranking, { budgetTokens: 120 })
      expect(made.items.map(({ rank, excerpt }) => ({ rank, excerpt }))).toEqual([
        { rank: 1, excerpt: true },
        { rank: 2, excerpt: false },
      ])
    })

    it('leaves it whole before a second that scores much worse', async () => {
      const ranking = rankingOf(QUERY, passages(first, second), { falloff: 0.5 })
      const made = await pack(ranking, { budgetTokens: 120 })
      expect(made.items[0]).toMatchObject({ rank: 1, excerpt: false })
    })

    it('gives it back whole when the second does not fit all the same', async () => {
      const ranking = rankingOf(QUERY, passages(first, `${'beta '.repeat(200)}.`), { falloff: 0.9 })
      const made = await pack(ranking, { budgetTokens: 112 })
      expect(made.items.map(({ rank, excerpt }) => ({ rank, excerpt }))).toEqual([{ rank: 1, excerpt: false }])
    })
  })

  it('leaves nothing out that would have fitted whole', async () => {
    await fc.assert(
      fc.asyncProperty(rankedLibrary, fc.integer({ min: 10, max: 300 }), async ({ ranked }, budgetTokens) => {
        const ranking = rankingOf(QUERY, ranked)
        const made = await pack(ranking, { budgetTokens })
        if (made.items.some(({ excerpt }) => excerpt)) return
        const packed = new Set(made.items.map(({ id }) => id))
        const left = ranked.filter(({ hyperedge }) => !packed.has(hyperedge.id))
        for (const extra of left) {
          const kept = ranked.filter((candidate) => packed.has(candidate.hyperedge.id) || candidate === extra)
          const others = left.filter((candidate) => candidate !== extra)
          const costed = [...kept.map((each) => withCost(each, -1_000)), ...others.map((each) => withCost(each, 1e9))]
          const withExtra = await pack(rankingOf(QUERY, costed), { budgetTokens: 100_000, fill: false })
          expect(withExtra.items.length).toBe(kept.length)
          expect(withExtra.proof.countedTokens).toBeGreaterThan(budgetTokens)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('counts no sentence twice and few whole texts', async () => {
    const texts = Array.from({ length: 40 }, (_value, index) => `Mill ${index} stood. ${filler(100, `word${index}`)}`)
    const { tokenizer, texts: counted } = recording(wordTokenizer)
    await pack(rankingOf(QUERY, passages(...texts)), { budgetTokens: 1_000, tokenizer })
    expect(new Set(counted).size).toBe(counted.length)
    expect(counted.filter((text) => text.startsWith('[1] ') && text.includes('[2] ')).length).toBeLessThanOrEqual(4)
  })
})
