import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BestHits } from '../../../src/adapters/vectors/exact/best-hits.ts'

describe('the best hits', () => {
  it('are those that sorting by score, then by id, puts first, in whatever order they are offered', () => {
    const hit = fc.record({ id: fc.nat(1_000), score: fc.integer({ min: -5, max: 5 }) })
    const offers = fc.uniqueArray(hit, { selector: ({ id }) => id, maxLength: 60 })
    fc.assert(
      fc.property(offers, fc.integer({ min: 1, max: 70 }), (hits, capacity) => {
        const best = new BestHits(capacity)
        for (const { id, score } of hits) best.offer(score, id)
        const sorted = [...hits].sort((left, right) => right.score - left.score || left.id - right.id)
        expect(best.toSorted()).toEqual(sorted.slice(0, capacity))
        expect(best.floor).toBe(sorted[capacity - 1]?.score ?? Number.NEGATIVE_INFINITY)
      }),
    )
  })
})
