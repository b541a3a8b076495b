import { describe, expect, it } from 'vitest'
import { type Row, shareRow, speedRow } from '../../bench/harness/benchmark.ts'
import { CATALOGUE } from '../../bench/harness/catalogue.ts'
import { parseOptions } from '../../bench/harness/options.ts'
import { type BenchmarkResult, markdownOf } from '../../bench/harness/results.ts'
import { median, percentile } from '../../bench/harness/statistics.ts'

const TEXT = { work: 'a pack', reference: 'counting', note: '1 ms', figures: {} }

function resultOf(rows: readonly Row[], loadBefore = 0): BenchmarkResult {
  return { date: '2026-01-01', node: 'v20.19.0', cores: 2, quick: false, loadBefore, seconds: 1, rows }
}

describe('the statistics of a benchmark', () => {
  it('are values that were measured, by nearest rank', () => {
    const values = Array.from({ length: 200 }, (_, index) => 200 - index)
    expect(median(values)).toBe(100)
    expect(percentile(values, 0.99)).toBe(198)
    expect(percentile([7], 0.99)).toBe(7)
  })

  it('refuse to speak of nothing', () => {
    expect(() => median([])).toThrow(RangeError)
  })
})

describe('a row', () => {
  it('is reached from its goal on', () => {
    expect(speedRow(TEXT, 10, 10).isReached).toBe(true)
    expect(speedRow(TEXT, 9.99, 10).isReached).toBe(false)
    expect(shareRow(TEXT, 1.3, 1.3).isReached).toBe(true)
    expect(shareRow(TEXT, 1.31, 1.3).isReached).toBe(false)
    expect(speedRow(TEXT, 1).isReached).toBeUndefined()
  })
})

describe('the table', () => {
  it('keeps what was not reached and says so', () => {
    const table = markdownOf({ pack: resultOf([speedRow(TEXT, 3, 10)]) })
    expect(table).toContain('| a pack | counting | ≥ 10× | 3× faster | **no** | 1 ms |')
  })

  it('keeps a benchmark that failed', () => {
    expect(markdownOf({ pack: { ...resultOf([]), failure: 'no disk\nat x' } })).toContain('Not measured: no disk\n')
  })

  it('calls figures provisional that were measured beside other work', () => {
    expect(markdownOf({ pack: resultOf([], 3) })).toContain('provisional')
    expect(markdownOf({ pack: resultOf([]) })).not.toContain('provisional')
  })
})

describe('the options of a run', () => {
  it('select benchmarks by name, and all without a name', () => {
    expect(parseOptions([]).selected).toEqual(CATALOGUE)
    expect(parseOptions(['--only', 'pack,verify']).selected.map(({ name }) => name)).toEqual(['pack', 'verify'])
  })

  it('refuse a name that is not there', () => {
    expect(() => parseOptions(['--only', 'packs'])).toThrow('no benchmark is called packs')
  })

  it('keep a quick run out of the documentation', () => {
    expect(() => parseOptions(['--quick', '--document'])).toThrow('not for quoting')
  })
})
