import { expect, it } from 'vitest'
import { createArrivalCache } from '../../../src/converse/memory/arrival-cache.ts'
import type { HistoryUnit, UnitForm } from '../../../src/domain/conversation.ts'
import { exchanges, historyOf } from './sessions.ts'

const { units } = historyOf(exchanges(10))

function counting(): { readonly made: string[]; readonly form: (unit: HistoryUnit) => UnitForm } {
  const made: string[] = []
  const form = (unit: HistoryUnit): UnitForm => {
    made.push(unit.sha256)
    return { level: 'lossless', texts: [{ message: 0, part: 0, text: unit.sha256 }], line: null }
  }
  return { made, form }
}

it('makes the form of a unit once for each identity', async () => {
  const { made, form } = counting()
  const cache = createArrivalCache()
  for (const identity of ['a', 'b', 'a', 'b']) {
    for (const unit of units) expect((await cache.over(identity, form)(unit)).texts[0]?.text).toBe(unit.sha256)
  }
  expect(made).toHaveLength(2 * units.length)
})

it('forgets what was not asked for lately, and gives the same forms', async () => {
  const { made, form } = counting()
  const cached = createArrivalCache(3_000).over('a', form)
  for (let round = 0; round < 20; round += 1) {
    for (const unit of [units[0]!, ...units]) expect((await cached(unit)).texts[0]?.text).toBe(unit.sha256)
  }
  expect(made.filter((sha256) => sha256 === units[0]!.sha256).length).toBe(20)
  expect(made.length).toBeGreaterThan(units.length)
})
