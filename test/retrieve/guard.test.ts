import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guard, guardedUnits } from '../../src/retrieve/guard.ts'

const scored = fc
  .uniqueArray(fc.nat(30), { maxLength: 20 })
  .chain((units) =>
    fc.tuple(...units.map((unit) => fc.double({ min: 0, max: 1, noNaN: true }).map((score) => ({ unit, score })))),
  )
  .map((list) => list.toSorted((a, b) => b.score - a.score || a.unit - b.unit))

const guardUnits = (ranked: readonly number[], guarded: readonly number[]): readonly number[] =>
  guard(
    ranked.map((unit) => ({ unit })),
    guarded,
  ).map(({ unit }) => unit)

describe('guardedUnits', () => {
  it('holds strong lexical hits first, then what the question names, four at most', () => {
    fc.assert(
      fc.property(scored, scored, (lexical, named) => {
        const guarded = guardedUnits(lexical, named)
        const strong = lexical.slice(0, 3).filter(({ score }) => score >= 0.85 * lexical[0]!.score)
        expect(guarded.length).toBeLessThanOrEqual(4)
        expect(new Set(guarded).size).toBe(guarded.length)
        expect(guarded.slice(0, strong.length)).toEqual(strong.map(({ unit }) => unit))
        for (const unit of guarded.slice(strong.length)) {
          expect(named.find((each) => each.unit === unit)!.score).toBeGreaterThanOrEqual(0.05)
        }
      }),
    )
  })
})

describe('guard', () => {
  it('brings every guarded unit into the first five, loses none and keeps the order of the others', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(30), { minLength: 1, maxLength: 20 }),
        fc.array(fc.nat(19), { maxLength: 4 }),
        (ranked, picks) => {
          const guarded = Array.from(new Set(picks.flatMap((pick) => ranked[pick] ?? [])))
          const result = guardUnits(ranked, guarded)
          expect(result.toSorted((a, b) => a - b)).toEqual(ranked.toSorted((a, b) => a - b))
          for (const unit of guarded) expect(result.slice(0, 5)).toContain(unit)
          const others = (units: readonly number[]): readonly number[] =>
            units.slice(5).filter((unit) => ranked.indexOf(unit) >= 5 && !guarded.includes(unit))
          expect(others(result)).toEqual(others(ranked))
        },
      ),
    )
  })

  it('keeps what earned its place before it drops anything', () => {
    expect(guardUnits([1, 2, 3, 4, 5, 6, 7], [7, 2])).toEqual([1, 2, 3, 4, 7, 5, 6])
  })
})
