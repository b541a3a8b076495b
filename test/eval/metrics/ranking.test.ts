import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fullAt, normalisedGainAt, recallAt, reciprocalRankAt } from '../../../eval/metrics/ranking.ts'

const gold = new Set(['a', 'b'])

describe('ranking metrics, by hand', () => {
  it('recall is the share of gold documents among the first k', () => {
    expect([1, 2, 3, 4].map((k) => recallAt(['x', 'a', 'y', 'b'], gold, k))).toEqual([0, 0.5, 0.5, 1])
  })

  it('full evidence needs every gold document', () => {
    expect([2, 3, 4].map((k) => fullAt(['x', 'a', 'y', 'b'], gold, k))).toEqual([0, 0, 1])
  })

  it('the reciprocal rank is that of the first gold document, and 0 beyond k', () => {
    expect(reciprocalRankAt(['x', 'y', 'b', 'a'], gold, 10)).toBeCloseTo(1 / 3, 12)
    expect(reciprocalRankAt(['x', 'y', 'b', 'a'], gold, 2)).toBe(0)
  })

  it('the gain is discounted by log2(rank + 1) and divided by the best there can be', () => {
    // Gold at 2 and 4: 1/log2(3) + 1/log2(5); the best: 1/log2(2) + 1/log2(3).
    expect(normalisedGainAt(['x', 'a', 'y', 'b'], gold, 10)).toBeCloseTo(
      (0.630929753571 + 0.430676558073) / (1 + 0.630929753571),
      10,
    )
    expect(normalisedGainAt(['b', 'a'], gold, 10)).toBe(1)
    // One place, two gold documents: a gold one there is all that can be asked.
    expect(normalisedGainAt(['b', 'x'], gold, 1)).toBe(1)
  })

  it('a ranking that ends early finds nothing more', () => {
    expect([recallAt([], gold, 5), fullAt(['a'], gold, 5), reciprocalRankAt([], gold, 5)]).toEqual([0, 0, 0])
  })
})

/** A ranking without repeats and a gold set that need not be in it. */
const cases = fc.record({
  ranking: fc.uniqueArray(fc.integer({ min: 0, max: 30 }).map(String), { maxLength: 25 }),
  gold: fc.uniqueArray(fc.integer({ min: 0, max: 40 }).map(String), { minLength: 1, maxLength: 5 }),
  k: fc.integer({ min: 1, max: 30 }),
})

describe('ranking metrics, for any ranking', () => {
  it('equal what their definitions say, counted place by place', () => {
    fc.assert(
      fc.property(cases, ({ ranking, gold, k }) => {
        const set = new Set(gold)
        let found = 0
        let first = 0
        let gain = 0
        for (let place = 1; place <= Math.min(k, ranking.length); place++) {
          if (!gold.includes(ranking[place - 1]!)) continue
          found++
          first ||= place
          gain += Math.LN2 / Math.log(place + 1)
        }
        let best = 0
        for (let place = 1; place <= Math.min(k, gold.length); place++) best += Math.LN2 / Math.log(place + 1)
        expect(recallAt(ranking, set, k)).toBeCloseTo(found / gold.length, 12)
        expect(fullAt(ranking, set, k)).toBe(gold.every((id) => ranking.slice(0, k).includes(id)) ? 1 : 0)
        expect(reciprocalRankAt(ranking, set, k)).toBeCloseTo(first === 0 ? 0 : 1 / first, 12)
        expect(normalisedGainAt(ranking, set, k)).toBeCloseTo(gain / best, 12)
      }),
    )
  })

  it('never fall when a gold document moves up by one place', () => {
    fc.assert(
      fc.property(cases, ({ ranking, gold, k }) => {
        const set = new Set(gold)
        const place = ranking.findIndex((id, index) => index > 0 && set.has(id) && !set.has(ranking[index - 1]!))
        fc.pre(place > 0)
        const better = [...ranking]
        better.splice(place - 1, 2, ranking[place]!, ranking[place - 1]!)
        for (const metric of [recallAt, fullAt, reciprocalRankAt, normalisedGainAt]) {
          expect(metric(better, set, k)).toBeGreaterThanOrEqual(metric(ranking, set, k) - 1e-12)
        }
      }),
    )
  })
})
