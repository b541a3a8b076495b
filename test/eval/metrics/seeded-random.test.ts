import { describe, expect, it } from 'vitest'
import { seededRandom, seedOf, shuffled } from '../../../eval/metrics/seeded-random.ts'

const draws = 60_000

describe('seeded random numbers', () => {
  it('repeat for the same seed and differ for another', () => {
    const take = (seed: number) => Array.from({ length: 5 }, seededRandom(seed))
    expect(take(3)).toEqual(take(3))
    expect(take(3)).not.toEqual(take(4))
  })

  it('fill ten bins evenly', () => {
    const random = seededRandom(42)
    const bins = new Array<number>(10).fill(0)
    for (let draw = 0; draw < draws; draw++) bins[Math.floor(random() * 10)]!++
    const expected = draws / 10
    const chiSquare = bins.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    // 99.9 % point of chi-square with nine degrees of freedom.
    expect(chiSquare).toBeLessThan(27.9)
  })

  it('shuffle into every order equally often, and lose nothing', () => {
    const random = seededRandom(seedOf('orders'))
    const orders = new Map<string, number>()
    for (let draw = 0; draw < draws; draw++) {
      const order = shuffled(['a', 'b', 'c'], random).join('')
      orders.set(order, (orders.get(order) ?? 0) + 1)
    }
    expect([...orders.keys()].sort()).toEqual(['abc', 'acb', 'bac', 'bca', 'cab', 'cba'])
    for (const count of orders.values()) expect(Math.abs(count - draws / 6)).toBeLessThan(draws / 60)
  })
})
