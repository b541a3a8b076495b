import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRecentCache } from '../../src/converse/recent-cache.ts'

describe('a cache of what was made lately', () => {
  it('gives what was put under a key last, or nothing, and holds no more than its room', () => {
    const step = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), value: fc.nat(), size: fc.nat(12) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (steps, room) => {
        const cache = createRecentCache<{ readonly value: number; readonly size: number }>(room)
        const last = new Map<string, number>()
        for (const { key, value, size } of steps) {
          if (cache.get(key) === undefined) {
            cache.set(key, { value, size }, size)
            last.set(key, value)
          }
          expect(cache.get(key)?.value ?? last.get(key)).toBe(last.get(key))
          const held = [...last.keys()].flatMap((name) => cache.get(name) ?? [])
          expect(held.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(room)
        }
      }),
    )
  })

  it('keeps what is asked for while others come and go', () => {
    const cache = createRecentCache<number>(10)
    cache.set('kept', 1, 1)
    for (let at = 0; at < 50; at++) {
      cache.set(`other ${at}`, at, 2)
      expect(cache.get('kept')).toBe(1)
    }
    expect(cache.get('other 0')).toBeUndefined()
  })
})
