import { describe, expect, it } from 'vitest'
import { smallestJsonForm } from '../../../src/compress/tool-output/json/smallest-json-form.ts'
import { DEFAULT_SLIM_LIMITS } from '../../../src/compress/tool-output/limits.ts'
import { lossyCandidate } from '../../../src/compress/tool-output/lossy-routes.ts'
import { textTableForm } from '../../../src/compress/tool-output/table/text-table-form.ts'

const weigh = (text: string): number => text.length
const SIZE = 400_000
const of = (part: string): string => part.repeat(SIZE / part.length)
/** Few lines look like a log; no line after the first is long. */
const SHORT_LINES = '\nx'.repeat(20)

/** Each made a regular expression of this folder try again at every character. */
const BAITS: readonly (readonly [string, string])[] = [
  ['line feeds before a character', `${of('\n')}x`],
  ['line feeds within JSON', `[${of('\n')}1]`],
  ['closing brackets before a character', `${of(')')}x${SHORT_LINES}`],
  ['places in Go files before a line separator', `${of('.go:1')}\u2028${SHORT_LINES}`],
  ['a line number without end before a line separator', `File "x", line ${of('1')}\u2028${SHORT_LINES}`],
]

describe('slimming hostile text', () => {
  it.each(BAITS)('takes time that grows with its length for %s', async (_, text) => {
    const start = performance.now()
    lossyCandidate(text, DEFAULT_SLIM_LIMITS)
    textTableForm(text, weigh)
    await smallestJsonForm(text, { weigh, count: weigh })
    expect(performance.now() - start).toBeLessThan(3_000)
  })

  it('throws nothing at a table of more equal rows than a reader takes on trust', () => {
    expect(textTableForm('a   b   c   d\n'.repeat(100_002), weigh)).toBeUndefined()
  })
})
