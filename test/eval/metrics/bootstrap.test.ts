import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mean, pairedBootstrap, quantile } from '../../../eval/metrics/bootstrap.ts'
import { seededRandom } from '../../../eval/metrics/seeded-random.ts'

describe('the paired bootstrap', () => {
  const differences = [0, 0, 1, 0, -1, 1, 1, 0, 0.5, 0, 1, 0]

  it('gives the same interval every time, and another one for another seed', () => {
    expect(pairedBootstrap(differences)).toEqual(pairedBootstrap(differences))
    expect(pairedBootstrap(differences, 1)).not.toEqual(pairedBootstrap(differences, 2))
  })

  it('is pinned', () => {
    const { mean, low, high } = pairedBootstrap(differences)
    expect([mean, low, high].map((value) => value.toFixed(4))).toMatchInlineSnapshot(`
      [
        "0.2917",
        "-0.0417",
        "0.6250",
      ]
    `)
  })

  it('has no width where all questions agree, and says nothing of no question', () => {
    expect(pairedBootstrap([0.25, 0.25, 0.25])).toEqual({ mean: 0.25, low: 0.25, high: 0.25 })
    expect(pairedBootstrap([])).toEqual({ mean: 0, low: 0, high: 0 })
  })

  it('holds its mean', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 1, maxLength: 40 }), (values) => {
        const interval = pairedBootstrap(values)
        expect(interval.low).toBeLessThanOrEqual(interval.mean + 1e-9)
        expect(interval.high).toBeGreaterThanOrEqual(interval.mean - 1e-9)
      }),
      { numRuns: 30 },
    )
  })

  it('agrees with the normal approximation where there are many questions', () => {
    const random = seededRandom(7)
    const values = Array.from({ length: 2000 }, () => random() * 2 - 0.8)
    const average = mean(values)
    const deviation = Math.sqrt(mean(values.map((value) => (value - average) ** 2)))
    const half = (1.96 * deviation) / Math.sqrt(values.length)
    const { low, high } = pairedBootstrap(values)
    expect(Math.abs(low - (average - half))).toBeLessThan(half * 0.08)
    expect(Math.abs(high - (average + half))).toBeLessThan(half * 0.08)
  })

  it('covers the true difference in about 95 of 100 experiments', () => {
    const truth = 0.1
    const experiments = 300
    const random = seededRandom(11)
    let covered = 0
    for (let experiment = 0; experiment < experiments; experiment++) {
      const values = Array.from({ length: 60 }, () => (random() < 0.35 ? 1 : random() < 0.385 ? -1 : 0))
      const { low, high } = pairedBootstrap(values, experiment)
      if (low <= truth && truth <= high) covered++
    }
    expect(covered / experiments).toBeGreaterThan(0.9)
    expect(covered / experiments).toBeLessThan(0.99)
  })
})

describe('a quantile', () => {
  it('interpolates between neighbours', () => {
    expect([0, 0.25, 0.5, 1].map((share) => quantile([1, 2, 4, 8], share))).toEqual([1, 1.75, 3, 8])
  })
})
