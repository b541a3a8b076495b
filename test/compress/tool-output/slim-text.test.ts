import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_SLIM_LIMITS } from '../../../src/compress/tool-output/limits.ts'
import { cutLine } from '../../../src/compress/tool-output/text/cut-line.ts'
import { lineTemplate } from '../../../src/compress/tool-output/text/line-template.ts'
import { slimText } from '../../../src/compress/tool-output/text/slim-text.ts'

const LIMITS = DEFAULT_SLIM_LIMITS
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** Words without digits, so that each number gives a form of its own. */
function word(number: number): string {
  return number < LETTERS.length
    ? (LETTERS[number] ?? '')
    : word(Math.floor(number / 26) - 1) + (LETTERS[number % 26] ?? '')
}

const distinct = (count: number): string[] => Array.from({ length: count }, (_, index) => `step ${word(index)} done`)

describe('slimming a log', () => {
  it('shows short text as it is', () => {
    const lines = distinct(LIMITS.windowLines)
    expect(slimText(lines, LIMITS)).toEqual({ text: lines.join('\n'), omitted: [] })
  })

  it('folds a run of one form to its first and last line', () => {
    const lines = [
      'begin',
      ...Array.from({ length: 50 }, (_, index) => `GET /items/${index} 200 in ${index * 3} ms`),
      'end',
    ]
    const { text, omitted } = slimText(lines, LIMITS)
    expect(text.split('\n')).toEqual([
      'begin',
      'GET /items/0 200 in 0 ms',
      '[L3-L50: 48 more of this form]',
      'GET /items/49 200 in 147 ms',
      'end',
    ])
    expect(omitted).toEqual([{ first: 3, last: 50 }])
  })

  it('shows a stack trace once, and then where it stands', () => {
    const trace = ['    at run (app.js:10:3)', '    at main (app.js:99:1)', '    at start (boot.js:1:1)']
    const { text, omitted } = slimText(['Error: one', ...trace, 'Error: two', ...trace, 'end'], LIMITS)
    expect(text).toContain(['Error: two', '[L6-L8: the stack trace of L2-L4 again]', 'end'].join('\n'))
    expect(omitted).toEqual([{ first: 6, last: 8 }])
  })

  it('keeps head and tail, and what failed between them with its neighbours and its line number', () => {
    const lines = distinct(1000)
    lines[499] = 'ERROR: the disk is full'
    const { text, omitted } = slimText(lines, LIMITS)
    const shown = text.split('\n')
    expect(shown.slice(0, 140)).toEqual(lines.slice(0, 140))
    expect(shown.slice(-80)).toEqual(lines.slice(-80))
    expect(shown).toContain('L500: ERROR: the disk is full')
    expect(shown).toContain(`L499: ${lines[498]}`)
    expect(shown).toContain(`L501: ${lines[500]}`)
    expect(omitted.at(0)?.first).toBeGreaterThan(140)
    expect(omitted.at(-1)?.last).toBeLessThanOrEqual(920)
  })

  it('prefers a new kind of failure to another of a kind that was shown', () => {
    const lines = distinct(2000)
    for (let index = 200; index < 1800; index += 10) lines[index] = `ERROR: request ${index} lost`
    lines[1705] = 'FATAL: out of memory'
    const { text } = slimText(lines, LIMITS)
    expect(text).toContain('L1706: FATAL: out of memory')
    expect(text.match(/ERROR: request/g)?.length).toBeLessThanOrEqual(LIMITS.anchors)
  })

  it('shows one line of each form that stands in the gap alone, with how often it comes', () => {
    const lines = distinct(300)
    const gap = Array.from({ length: 400 }, (_, index) => (index % 2 ? `cache hit ${index}` : `cache miss ${index}`))
    const { text } = slimText([...lines.slice(0, 140), ...gap, ...lines.slice(140, 240)], LIMITS)
    expect(text).toContain('L141 (200 of this form, last L539): cache miss 0')
    expect(text).toContain('L142 (200 of this form, last L540): cache hit 1')
  })

  it('shows lines at even distances, whatever forms there are', () => {
    const gap = Array.from({ length: 5000 }, (_, index) => `record ${word(index)} of ${word(index % 90)}`)
    const { text } = slimText([...distinct(140), ...gap, ...distinct(80)], LIMITS)
    const numbers = [...text.matchAll(/^L(\d+)/gm)].map(([, number]) => Number(number))
    const distances = [140, ...numbers, 5141].map((number, index, all) => number - (all[index - 1] ?? number))
    expect(Math.max(...distances)).toBeLessThanOrEqual(Math.ceil(5000 / (LIMITS.landmarks + 1)) + 1)
  })

  it('cuts the middle out of overlong lines, never within a code point', () => {
    const { text } = slimText([`${'𝒳'.repeat(1000)} end`], LIMITS)
    expect(text).toMatch(/^𝒳+\[… \d+ characters …\]𝒳+ end$/u)
    expect(text.length).toBeLessThan(LIMITS.lineLength + 40)
    expect(cutLine('x'.repeat(420), 420)).toBe('x'.repeat(420))
  })

  it('shows or lists as omitted every line, and no line as both', () => {
    const line = fc.oneof(
      fc.constantFrom('ok', 'ERROR: bad', '    at f (a.js:1:1)', '', 'GET /a/1 200'),
      fc.nat(3000).map((number) => `line ${word(number)}`),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 900 }), (lines) => {
        const { text, omitted } = slimText(lines, LIMITS)
        const hidden = omitted.reduce((sum, { first, last }) => sum + last - first + 1, 0)
        const notes = text.split('\n').filter((shown) => /^\[L\d+.*\]$/.test(shown)).length
        expect(text.split('\n').length - notes + hidden).toBe(Math.max(1, lines.length))
        for (const { first, last } of omitted) expect(1 <= first && first <= last && last <= lines.length).toBe(true)
      }),
    )
  })

  it('takes time that grows with the length', () => {
    const start = performance.now()
    slimText(['1a'.repeat(1_000_000), ...Array.from({ length: 200_000 }, () => '((((((')], LIMITS)
    expect(performance.now() - start).toBeLessThan(20_000)
  })
})

describe('the form of a line', () => {
  it('forgets numbers, times, addresses and ids, and keeps words', () => {
    expect(
      lineTemplate('2026-09-03T10:00:03.920Z INFO 10.0.0.1 took 12ms id=9bfb8fa5-ae26-7e03-beef-00aa11bb22cc'),
    ).toBe('#-#-#:#:#.# INFO #.#.#.# took # id=#')
    expect(lineTemplate('src/a.ts')).not.toBe(lineTemplate('src/b.ts'))
  })
})
