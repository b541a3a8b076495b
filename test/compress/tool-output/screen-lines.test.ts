import { describe, expect, it } from 'vitest'
import { screenLines } from '../../../src/compress/tool-output/text/screen-lines.ts'

const ESCAPE = '\u001b'

describe('the lines that a terminal would show', () => {
  it('loses colours, cursor movements, titles and links', () => {
    const output = `${ESCAPE}[1;31merror${ESCAPE}[0m${ESCAPE}[2K: ${ESCAPE}]0;title\u0007bad ${ESCAPE}]8;;https://a.example${ESCAPE}\\link${ESCAPE}]8;;${ESCAPE}\\`
    expect(screenLines(output)).toEqual(['error: bad link'])
  })

  it('keeps the last state of a line that was written over', () => {
    expect(screenLines('10 %\r55 %\r100 %\ndone')).toEqual(['100 %', 'done'])
  })

  it('takes carriage returns before line feeds for line ends, also after a progress bar', () => {
    expect(screenLines('one\r\ntwo\r\n')).toEqual(['one', 'two', ''])
    expect(screenLines('10 %\r100 %\r\nnext')).toEqual(['100 %', 'next'])
  })

  it('takes all carriage returns at the end of a line for its end', () => {
    expect(screenLines('one\r\r\ntwo\r\r\n')).toEqual(['one', 'two', ''])
  })

  it('keeps as many lines as the output has, also where a title never ends', () => {
    expect(screenLines(`a\n${ESCAPE}[2J\n\nb`)).toHaveLength(4)
    expect(screenLines(`a\n${ESCAPE}]0;title\nb\nc`)).toEqual(['a', '', 'b', 'c'])
  })

  it('takes a sequence that never ends in time that grows with its length', () => {
    expect(screenLines(`${ESCAPE}]${'x'.repeat(1_000_000)}`)).toEqual([''])
    expect(screenLines(ESCAPE.repeat(200_000))).toHaveLength(1)
  })
})
