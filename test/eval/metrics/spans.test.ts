import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  intersectionOverUnion,
  intersectRanges,
  mergeRanges,
  precisionOf,
  type Range,
  recallOf,
} from '../../../eval/metrics/spans.ts'

const ranges = fc.array(
  fc.tuple(fc.nat(40), fc.nat(12)).map(([start, length]): Range => ({ start, end: start + length })),
  { maxLength: 8 },
)

/** The oracle: every position that some range covers. */
function positions(list: readonly Range[]): ReadonlySet<number> {
  return new Set(list.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, index) => start + index)))
}

describe('ranges', () => {
  it('merge to the same positions, sorted, apart from each other', () => {
    fc.assert(
      fc.property(ranges, (list) => {
        const merged = mergeRanges(list)
        expect(positions(merged)).toEqual(positions(list))
        for (const [index, { start, end }] of merged.entries()) {
          expect(end).toBeGreaterThan(start)
          if (index > 0) expect(start).toBeGreaterThan(merged[index - 1]!.end)
        }
      }),
    )
  })

  it('intersect in the positions that both cover', () => {
    fc.assert(
      fc.property(ranges, ranges, (left, right) => {
        const common = intersectRanges(mergeRanges(left), mergeRanges(right))
        const other = positions(right)
        expect(positions(common)).toEqual(new Set([...positions(left)].filter((position) => other.has(position))))
      }),
    )
  })
})

describe('precision, recall and overlap', () => {
  it('by hand: 10 gold, 40 packed, 8 of them gold', () => {
    const overlap = { gold: 10, packed: 40, common: 8 }
    expect([precisionOf(overlap), recallOf(overlap), intersectionOverUnion(overlap)]).toEqual([0.2, 0.8, 8 / 42])
  })

  it('of an empty pack are 0', () => {
    const overlap = { gold: 10, packed: 0, common: 0 }
    expect([precisionOf(overlap), recallOf(overlap), intersectionOverUnion(overlap)]).toEqual([0, 0, 0])
  })

  it('of exactly the gold are 1', () => {
    const overlap = { gold: 10, packed: 10, common: 10 }
    expect([precisionOf(overlap), recallOf(overlap), intersectionOverUnion(overlap)]).toEqual([1, 1, 1])
  })
})
