import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ClassAsk, shareBudget } from '../../../src/converse/budget/share-budget.ts'
import { BudgetError } from '../../../src/domain/errors.ts'

const NAMES = ['system', 'tools', 'turn', 'document', 'query'] as const
type Name = (typeof NAMES)[number]

const tokens = fc.integer({ min: 0, max: 5_000 })
const asks: fc.Arbitrary<readonly ClassAsk<Name>[]> = fc.subarray([...NAMES]).chain((names) =>
  fc.tuple(
    ...names.map((name) =>
      fc
        .record({ protectedTokens: tokens, more: tokens, share: fc.constantFrom(0, 0.1, 0.5, 1, 7) })
        .map(({ protectedTokens, more, share }) => ({
          name,
          protectedTokens,
          askedTokens: protectedTokens + more,
          share,
        })),
    ),
  ),
)

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0)

describe('sharing a budget out', () => {
  it('never gives more than the total, nor anybody more than asked for or less than is protected', () => {
    fc.assert(
      fc.property(asks, fc.integer({ min: 25_000, max: 60_000 }), (all, total) => {
        const given = shareBudget(total, all)
        expect(sum(given.values())).toBeLessThanOrEqual(total)
        for (const { name, protectedTokens, askedTokens } of all) {
          expect(given.get(name)).toBeGreaterThanOrEqual(protectedTokens)
          expect(given.get(name)).toBeLessThanOrEqual(askedTokens)
        }
      }),
    )
  })

  it('gives nobody less than asked for while another’s share is unused', () => {
    fc.assert(
      fc.property(asks, fc.integer({ min: 0, max: 60_000 }), (all, total) => {
        const least = sum(all.map(({ protectedTokens }) => protectedTokens))
        fc.pre(least <= total)
        const given = shareBudget(total, all)
        const isShort = all.some(({ name, askedTokens }) => given.get(name)! < askedTokens)
        if (isShort) expect(sum(given.values())).toBe(total)
      }),
    )
  })

  it('gives each at least its own share, to a token, of what is not protected, or all that it asked for', () => {
    fc.assert(
      fc.property(asks, fc.integer({ min: 0, max: 60_000 }), (all, total) => {
        const rest = total - sum(all.map(({ protectedTokens }) => protectedTokens))
        fc.pre(rest >= 0)
        const shares = sum(all.map(({ share }) => share))
        fc.pre(shares > 0)
        const given = shareBudget(total, all)
        for (const { name, protectedTokens, askedTokens, share } of all) {
          const own = protectedTokens + Math.floor((rest * share) / shares)
          // Rounding in favour of another may take a token in each of the rounds, of which there are as many as classes.
          expect(given.get(name)).toBeGreaterThanOrEqual(Math.min(askedTokens, own - all.length))
        }
      }),
    )
  })

  it('lets what a class leaves flow on to the others by their shares', () => {
    const given = shareBudget(1_000, [
      { name: 'system', protectedTokens: 100, askedTokens: 100, share: 0 },
      { name: 'tools', protectedTokens: 0, askedTokens: 100, share: 1 },
      { name: 'turn', protectedTokens: 0, askedTokens: 5_000, share: 2 },
      { name: 'document', protectedTokens: 0, askedTokens: 5_000, share: 1 },
    ])
    expect(Object.fromEntries(given)).toEqual({ system: 100, tools: 100, turn: 533, document: 267 })
  })

  it('refuses what is protected and does not fit, with the numbers', () => {
    const ask = { name: 'system', protectedTokens: 70, askedTokens: 70, share: 0 } as const
    expect(() => shareBudget(60, [ask])).toThrow(BudgetError)
    try {
      shareBudget(60, [ask])
    } catch (error) {
      expect((error as BudgetError).facts).toEqual({ protectedTokens: 70, neededTokens: 70, budgetTokens: 60 })
    }
  })
})
