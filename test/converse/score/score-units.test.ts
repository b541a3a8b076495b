import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_PIN_LIMITS } from '../../../src/converse/score/pin-limits.ts'
import { holdsKeyword, readText } from '../../../src/converse/score/read-text.ts'
import { requiredKeywords } from '../../../src/converse/score/required-keywords.ts'
import { scoreUnits } from '../../../src/converse/score/score-units.ts'

const score = (query: string, texts: readonly string[]) =>
  scoreUnits({ query, keywords: requiredKeywords(query), texts })

describe('scoring the units of a conversation', () => {
  const small = ['Hello!', 'The import failed with E4042.', 'It rains.', 'Retry the import later.', 'Fine, thanks.']

  it('pins the old unit that names the error of the query', () => {
    const { scores, pinned, held } = score('What did E4042 say about the import?', small)
    expect(pinned).toEqual([false, true, false, false, false])
    expect(scores[1]).toBe(1)
    expect(scores[3]).toBeGreaterThan(0)
    expect(scores[0]).toBe(0)
    expect(held[1]).toEqual(['E4042'])
  })

  it('pins only the best of many units that hold a keyword, and among equals the newest', () => {
    const many = Array.from({ length: 40 }, () => 'E4042 again')
    const { pinned } = score('E4042?', [...many, 'nothing'])
    expect(pinned.flatMap((is, unit) => (is ? [unit] : []))).toEqual([37, 38, 39])
  })

  it('takes units that hold rarer keywords first', () => {
    const common = Array.from({ length: 10 }, (_, index) => `report_${index % 2} job_id`)
    const { pinned } = scoreUnits({
      query: 'job_id of rare_name',
      keywords: ['job_id', 'rare_name'],
      texts: ['rare_name job_id', ...common],
      limits: { unitsPerKeyword: 1, units: 1 },
    })
    expect(pinned.indexOf(true)).toBe(0)
  })

  const words = fc.constantFrom('E4042', 'user_id', 'import', 'failed', 'rain', '2024', '。', 'the')
  const texts = fc.array(
    fc.array(words, { maxLength: 8 }).map((list) => list.join(' ')),
    { maxLength: 25 },
  )

  it('scores between 0 and 1, and pins only what holds a keyword, within the limits, each keyword at least once where all fit', () => {
    fc.assert(
      fc.property(texts, texts, (units, asked) => {
        const query = asked.join(' ')
        const keywords = requiredKeywords(query)
        const { scores, pinned } = scoreUnits({ query, keywords, texts: units })
        for (const value of scores) expect(value >= 0 && value <= 1).toBe(true)
        expect(pinned.filter(Boolean).length).toBeLessThanOrEqual(DEFAULT_PIN_LIMITS.units)
        const holds = (unit: string) => keywords.filter((keyword) => holdsKeyword(readText(unit), keyword))
        units.forEach((unit, index) => {
          if (pinned[index]) expect(holds(unit)).not.toEqual([])
        })
        if (keywords.length * DEFAULT_PIN_LIMITS.unitsPerKeyword > DEFAULT_PIN_LIMITS.units) return
        const kept = new Set(units.filter((_, index) => pinned[index]).flatMap(holds))
        expect(kept).toEqual(new Set(units.flatMap(holds)))
      }),
    )
  })
})
