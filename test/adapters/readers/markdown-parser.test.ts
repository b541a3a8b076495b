import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMarkdownParser } from '../../../src/adapters/readers/markdown/markdown-parser.ts'
import { NEEDS_DATA, realData, recordsOf } from '../../support/real-data.ts'

const parser = createMarkdownParser()

const SAMPLE = `---
title: All there is
---
# Heading

A paragraph
of two lines.

| a | b |
|---|---|
| 1 | 2 |

\`\`\`js
code
\`\`\`

    indented code

$$
x = 1

- y
$$

<div>
html
</div>

<!-- a comment
over two lines -->

- item
- item with more

  \`\`\`
  nested
  \`\`\`
1. [ ] task

> a quote
>
> > # nested heading

***

[label]: https://example.com "title"
[other]: <>
`

function kindsOf(text: string): readonly (readonly [string, string])[] {
  return parser.parse(text).map(({ kind, textStart, textEnd }) => [kind, text.slice(textStart, textEnd)] as const)
}

function expectCover(text: string): void {
  let at = 0
  for (const { start, end, textStart, textEnd } of parser.parse(text)) {
    expect(start).toBe(at)
    expect(end).toBeGreaterThan(start)
    expect(start <= textStart && textStart <= textEnd && textEnd <= end).toBe(true)
    at = end
  }
  expect(at).toBe(text.length)
}

describe('the Markdown parser', () => {
  it('tells what each stretch of a document is', () => {
    expect(kindsOf(SAMPLE).filter(([kind]) => kind !== 'blank')).toEqual([
      ['front-matter', '---\ntitle: All there is\n---'],
      ['heading', '# Heading'],
      ['paragraph', 'A paragraph\nof two lines.'],
      ['table', '| a | b |\n|---|---|\n| 1 | 2 |'],
      ['code', '```js\ncode\n```'],
      ['code', 'indented code'],
      ['math', '$$\nx = 1\n\n- y\n$$'],
      ['html', '<div>\nhtml\n</div>'],
      ['comment', '<!-- a comment\nover two lines -->'],
      ['list', 'item'],
      ['list', 'item with more'],
      ['code', '```\n  nested\n  ```'],
      ['list', '[ ] task'],
      ['quote', 'a quote\n>'],
      ['heading', '# nested heading'],
      ['rule', '***'],
      ['definition', '[label]: https://example.com "title"'],
      ['definition', '[other]: <>'],
    ])
  })

  it('says which items hold one text and nothing else', () => {
    const text = '- alone\n- with\n  - nested\n- two\n\n  paragraphs\n'
    const items = parser.parse(text).filter(({ kind }) => kind === 'list')
    expect(items.map(({ textStart, textEnd, isWholeItem }) => [text.slice(textStart, textEnd), isWholeItem])).toEqual([
      ['alone', true],
      ['with', false],
      ['nested', true],
      ['two', false],
      ['paragraphs', false],
    ])
  })

  it('takes a formula for one only when it is closed', () => {
    expect(kindsOf('$$ x $$')).toEqual([['math', '$$ x $$']])
    expect(kindsOf('text\n\\[\nx\n\\]\ntext')).toEqual([
      ['paragraph', 'text'],
      ['math', '\\[\nx\n\\]'],
      ['paragraph', 'text'],
    ])
    expect(kindsOf('$$ is a shell variable')).toEqual([['paragraph', '$$ is a shell variable']])
    expect(kindsOf('- $$\n  x\n\ny $$')[0]).toEqual(['list', '$$\n  x'])
  })

  it('gives nodes that cover the text without overlap, whatever the line endings, with or without a byte order mark', () => {
    for (const ending of ['\n', '\r\n', '\r']) {
      for (const mark of ['', '\uFEFF']) {
        const text = mark + SAMPLE.replaceAll('\n', ending)
        expectCover(text)
        expect(parser.parse(text).map(({ kind }) => kind)).toEqual(parser.parse(SAMPLE).map(({ kind }) => kind))
      }
    }
    for (const text of [
      '',
      '\uFEFF',
      '\n',
      ' \t\n\n',
      '>',
      '- ',
      '-\n\n\n- a',
      '```\nnever closed',
      '<!-- never closed\n\nx',
    ])
      expectCover(text)
  })

  it('covers any text at all', () => {
    const pieces = fc.constantFrom(
      ...SAMPLE.split(/(?<=\n)/),
      '> ',
      '- ',
      '  ',
      '    ',
      '`',
      '~~~\n',
      '\r',
      '\t',
      '<!--',
      '-->',
      '$$',
      '[a]:',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 30 }), (parts) =>
        expectCover(parts.join('')),
      ),
      { numRuns: 500 },
    )
  })

  it.each([
    ['one character', 'x'],
    ['deep quotes', '> '],
    ['deep lists', '- '],
    ['headings', '# h\n'],
    ['unclosed comments', '<!-- \n'],
    ['unclosed formulas', '$$ a\n'],
    ['unclosed titles of definitions', '[a]: /u "x\n'],
    ['brackets', '[a\n'],
    ['fences', '```\n'],
    ['comments', '<!-- x -->\n'],
  ])('takes time in proportion to a hostile text: %s', (_name, piece) => {
    const timeOf = (sizeBytes: number): number => {
      const text = piece.repeat(Math.ceil(sizeBytes / piece.length))
      const start = performance.now()
      expect(parser.parse(text).length).toBeGreaterThan(0)
      return performance.now() - start
    }
    timeOf(50_000)
    // Quadratic growth would be 64-fold; what is below 100 ms is too quick to tell.
    expect(timeOf(800_000)).toBeLessThan(24 * Math.max(timeOf(100_000), 100))
  })

  const conformance = realData('conformance/commonmark.jsonl')
  it.skipIf(conformance === undefined)(`covers every example of CommonMark (${NEEDS_DATA})`, () => {
    const examples = recordsOf<{ readonly markdown: string }>(conformance!)
    expect(examples.length).toBe(655)
    for (const { markdown } of examples) {
      expectCover(markdown)
      expectCover(markdown.replaceAll('\n', '\r\n'))
    }
  })
})
