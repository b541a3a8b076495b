import { describe, expect, it } from 'vitest'
import { tokenizerFamilies } from '../../../eval/m6/tokenizer-family.ts'
import { weightArms } from '../../../eval/m6/weight-arms.ts'

const units = Array.from(
  { length: 400 },
  (_, index) => `Tide ${index}: ${'high water at the quay '.repeat(1 + (index % 40))}`,
)

describe('the arms of weights', () => {
  it('are the named functions of the text', async () => {
    const families = await tokenizerFamilies(undefined)
    const [own, other] = families
    const arms = await weightArms(own!, families, units)
    const weigh = async (name: string) => {
      const { tokenizer } = arms.find((arm) => arm.name === name)!
      return await Promise.all(units.map((text) => tokenizer.count(text)))
    }
    const exact = await Promise.all(units.map(own!.count))
    expect(await weigh('o200k')).toEqual(exact)
    expect(await weigh('cl100k')).toEqual(await Promise.all(units.map(other!.count)))
    expect(await weigh('chars/4')).toEqual(units.map(({ length }) => Math.ceil(length / 4)))
    const total = exact.reduce((sum, tokens) => sum + tokens, 0)
    expect(new Set(await weigh('constant'))).toEqual(new Set([Math.round(total / units.length)]))
    for (const percent of [10, 30, 60]) {
      const noisy = await weigh(`noise-${percent}`)
      const errors = noisy.map((tokens, index) => tokens / exact[index]! - 1)
      const rounding = errors.map((_, index) => 0.5 / exact[index]!)
      errors.forEach((error, index) => {
        expect(Math.abs(error)).toBeLessThanOrEqual(percent / 100 + rounding[index]!)
      })
      // Uniform: half the amplitude on average, and no bias to speak of.
      const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
      expect(mean(errors.map(Math.abs)) / (percent / 100)).toBeCloseTo(0.5, 1)
      expect(Math.abs(mean(errors))).toBeLessThan(percent / 1000 + 0.01)
      expect(await weigh(`noise-${percent}`)).toEqual(noisy)
    }
  })
})
