import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UnitPlaces } from '../../src/retrieve/unit-places.ts'

describe('UnitPlaces', () => {
  it('numbers units in order of first sight and finds them again, however many there are', () => {
    const unit = fc.oneof(fc.nat({ max: 50 }), fc.nat({ max: 2 ** 32 - 1 }), fc.constant(2 ** 32 - 1))
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 2_000, size: 'max' }), unit, (units, other) => {
        const places = new UnitPlaces()
        const known = new Map<number, number>()
        for (const each of units) {
          if (!known.has(each)) known.set(each, known.size)
          expect(places.place(each)).toBe(known.get(each))
        }
        expect(places.size).toBe(known.size)
        expect(Array.from(places.from(0))).toEqual(Array.from(known.keys()))
        for (const [each, place] of known) expect([places.find(each), places.at(place)]).toEqual([place, each])
        if (!known.has(other)) expect(places.find(other)).toBe(-1)
      }),
      { numRuns: 50 },
    )
  })
})
