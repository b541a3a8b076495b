import fc from 'fast-check'
import { get_encoding } from 'tiktoken'
import { describe, expect, it } from 'vitest'
import type { Candidate } from '../../src/domain/candidate.ts'
import { gapOf } from '../../src/pack/mark.ts'
import type { PackedCandidates } from '../../src/pack/pack-candidates.ts'
import type { Tokenizer } from '../../src/ports/tokenizer.ts'
import { rankedLibrary } from './support/arbitrary.ts'
import { rankingOf, withCost } from './support/candidates.ts'
import { pack } from './support/pack.ts'
import { capriciousTokenizer, o200k, remotely, roundingTokenizer, wordTokenizer } from './support/tokenizers.ts'

const QUERY = 'Which river flows past the mill in Kent?'
const RUNS = 120

const tokenizer = fc.constantFrom(wordTokenizer, roundingTokenizer, capriciousTokenizer, o200k)
const budgetTokens = fc.integer({ min: 30, max: 420 })
const falloff = fc.constantFrom(1, 0.9, 0.5)

/** Ways of making stored costs, from exact to absurd. */
const COSTS: Readonly<Record<string, (candidate: Candidate, index: number, tokenizer: Tokenizer) => number>> = {
  exact: ({ hyperedge }, _index, exact) => Number(exact.count(hyperedge.text)),
  characters: ({ hyperedge }) => Math.ceil(hyperedge.text.length / 4),
  one: () => 1,
  huge: () => Number.MAX_SAFE_INTEGER,
  zero: () => 0,
  noise: (_candidate, index) => (index * 7919) % 83,
}

function costed(ranked: readonly Candidate[], name: string, exact: Tokenizer): readonly Candidate[] {
  return ranked.map((candidate, index) => withCost(candidate, COSTS[name]!(candidate, index, exact), `${name}@1`))
}

/** All that a reader of the emitted pack can see. */
function emitted({ text, proof, items, breakpoints }: PackedCandidates): unknown {
  return {
    text,
    breakpoints,
    proof: { ...proof, mismatchedTokenizers: [] },
    items: items.map((item) => ({ ...item, tokenCost: 0, tokenizer: '' })),
  }
}

function stretchesBetween(text: string, gap: string): readonly string[] {
  const parts = text.split(gap).map((part, index, all) => {
    const from = index > 0 ? 1 : 0
    return part.slice(from, index < all.length - 1 ? -1 : undefined)
  })
  return parts.filter((part) => part !== '')
}

describe('packCandidates', () => {
  it('never emits more than the budget allows, as an independent tokenizer counts it', async () => {
    const oracle = get_encoding('o200k_base')
    await fc.assert(
      fc.asyncProperty(rankedLibrary, budgetTokens, fc.boolean(), falloff, async ({ ranked }, budget, fill, fall) => {
        const ranking = rankingOf(QUERY, ranked, { falloff: fall })
        const { text, proof } = await pack(ranking, {
          budgetTokens: budget,
          fill,
          reserveTokens: 5,
          appendQuery: true,
          tokenizer: o200k,
        })
        const countedTokens = oracle.encode(text, [], []).length
        expect(proof.countedTokens).toBe(countedTokens)
        expect(countedTokens).toBeLessThanOrEqual(budget - 5)
        expect(proof.slackTokens).toBe(budget - 5 - countedTokens)
      }),
      { numRuns: RUNS },
    )
    oracle.free()
  })

  it('never emits more than the budget allows, however capriciously the tokenizer counts', async () => {
    await fc.assert(
      fc.asyncProperty(
        rankedLibrary,
        budgetTokens,
        fc.boolean(),
        tokenizer,
        async ({ ranked }, budget, fill, exact) => {
          const { text, proof } = await pack(rankingOf(QUERY, ranked), { budgetTokens: budget, fill, tokenizer: exact })
          expect(await exact.count(text)).toBe(proof.countedTokens)
          expect(proof.countedTokens).toBeLessThanOrEqual(budget)
          expect(proof.verified).toBe(true)
        },
      ),
      { numRuns: RUNS },
    )
  })

  it('emits the same pack whatever the stored costs are', async () => {
    await fc.assert(
      fc.asyncProperty(rankedLibrary, budgetTokens, tokenizer, falloff, async ({ ranked }, budget, exact, fall) => {
        const packs: unknown[] = []
        for (const name of Object.keys(COSTS)) {
          const ranking = rankingOf(QUERY, costed(ranked, name, exact), { falloff: fall })
          packs.push(emitted(await pack(ranking, { budgetTokens: budget, tokenizer: exact })))
        }
        for (const other of packs) expect(other).toEqual(packs[0])
      }),
      { numRuns: RUNS },
    )
  })

  it('emits the same pack from a tokenizer that answers by promise', async () => {
    await fc.assert(
      fc.asyncProperty(rankedLibrary, budgetTokens, tokenizer, async ({ ranked }, budget, exact) => {
        const ranking = rankingOf(QUERY, ranked)
        const here = await pack(ranking, { budgetTokens: budget, tokenizer: exact })
        const there = await pack(ranking, { budgetTokens: budget, tokenizer: remotely(exact) })
        expect([there.text, there.items]).toEqual([here.text, here.items])
      }),
      { numRuns: RUNS },
    )
  })

  it('gives equal packs for equal input', async () => {
    await fc.assert(
      fc.asyncProperty(rankedLibrary, budgetTokens, tokenizer, async ({ ranked }, budget, exact) => {
        const ranking = rankingOf(QUERY, ranked)
        const request = { budgetTokens: budget, tokenizer: exact }
        expect(await pack(ranking, request)).toEqual(await pack(ranking, request))
      }),
      { numRuns: RUNS },
    )
  })

  it('leads every item back to the bytes that it was emitted from', async () => {
    await fc.assert(
      fc.asyncProperty(rankedLibrary, budgetTokens, falloff, async ({ ranked, decode }, budget, fall) => {
        const { text, items } = await pack(rankingOf(QUERY, ranked, { falloff: fall }), { budgetTokens: budget })
        const gap = gapOf({ depth: /^\[+/.exec(text)?.[0].length ?? 1 })
        let from = 0
        for (const item of items) {
          const candidate = ranked.find(({ hyperedge }) => hyperedge.id === item.id)!
          const stretches = item.spans.map((span) => decode(candidate, span))
          if (item.excerpt) expect(stretchesBetween(item.text, gap)).toEqual(stretches)
          else expect(item.text).toBe(stretches.join(''))
          from = text.indexOf(item.text, from)
          expect(from).toBeGreaterThanOrEqual(0)
          from += item.text.length
        }
      }),
      { numRuns: RUNS },
    )
  })

  it('decides on every candidate exactly once and agrees with what it emitted', async () => {
    await fc.assert(
      fc.asyncProperty(rankedLibrary, budgetTokens, fc.boolean(), async ({ ranked }, budget, fill) => {
        const { decisions, items } = await pack(rankingOf(QUERY, ranked), { budgetTokens: budget, fill })
        expect(decisions.map(({ id }) => id)).toEqual(ranked.map(({ hyperedge }) => hyperedge.id))
        const packedIds = decisions.filter(({ packed }) => packed).map(({ id }) => id)
        expect(packedIds.toSorted()).toEqual(items.map(({ id }) => id).toSorted())
        const excerpts = decisions.filter(({ reason }) => reason === 'excerpted').map(({ id }) => id)
        expect(excerpts.toSorted()).toEqual(
          items
            .filter(({ excerpt }) => excerpt)
            .map(({ id }) => id)
            .toSorted(),
        )
      }),
      { numRuns: RUNS },
    )
  })
})
