import { describe, expect, it } from 'vitest'
import { detectLayout, printJson } from '../../../../src/compress/tool-output/json/json-layout.ts'
import { readJsonSource } from '../../../../src/compress/tool-output/json/json-source.ts'

const value = { path: 'a/b', name: 'Zoë 😀', list: [1, { a: null }, [], {}], '"': '\u2028\u0007' }
const pythonAscii = JSON.stringify(value).replace(
  /[\u007f-\uffff]/g,
  (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
)

describe('the layout of JSON', () => {
  it.each([
    ['compact', JSON.stringify(value), 'compact least 0'],
    ['compact with line feeds behind', `${JSON.stringify(value)}\n\n`, 'compact least 2'],
    ['spaced, as Python prints', '{"a": [1, 2, {"b": "c, d: e"}], "f": []}', 'spaced least 0'],
    ['two blanks', JSON.stringify(value, null, 2), 'pretty 2 least 0'],
    ['four blanks and a line feed', `${JSON.stringify(value, null, 4)}\n`, 'pretty 4 least 1'],
    ['tabs', JSON.stringify(value, null, '\t'), 'pretty tab least 0'],
    ['no blank after the colon', '{\n  "a":[\n    1\n  ],\n  "b":{}\n}', 'pretty 2! least 0'],
    ['everything beyond ASCII escaped', pythonAscii, 'compact ascii 0'],
    ['slashes escaped', JSON.stringify(value).replaceAll('/', '\\/'), 'compact slash 0'],
    ['both escaped, as PHP prints', pythonAscii.replaceAll('/', '\\/'), 'compact asciislash 0'],
  ])('%s is named and printed again', (_, text, name) => {
    const source = readJsonSource(text)!
    const layout = detectLayout(source)
    expect(`${layout.spacing} ${layout.escapes} ${layout.finalLineFeeds}`).toBe(name)
    expect(printJson(source.root, source.isLines, layout)).toBe(text)
  })

  it.each([
    ['mixed spacing', '{"a": 1,"b":2}'],
    ['carriage returns', '{\r\n  "a": 1\r\n}'],
    ['blanks before', ' {"a":1}'],
    ['blanks behind', '{"a":1} '],
    ['an escape that nobody needs', '["\\u0061"]'],
    ['mixed indentation', '[\n  1,\n   2\n]'],
  ])('%s is other', (_, text) => {
    expect(detectLayout(readJsonSource(text)!).spacing).toBe('other')
  })

  it('is found for lines too', () => {
    const text = `${Array.from({ length: 9 }, (_, id) => `{"id": ${id}, "ok": true}`).join('\n')}\n`
    const source = readJsonSource(text)!
    const layout = detectLayout(source)
    expect(layout.spacing).toBe('spaced')
    expect(printJson(source.root, true, layout)).toBe(text)
  })
})
