import { describe, expect, it } from 'vitest'
import { createMarkdownReader } from '../../../src/adapters/readers/markdown/markdown-reader.ts'
import { plainHeading } from '../../../src/adapters/readers/markdown/plain-heading.ts'
import type { Block } from '../../../src/ports/structure-reader.ts'
import { describeStructureReader } from '../../contracts/structure-reader-contract.ts'

const reader = createMarkdownReader()

const SAMPLE = `---
title: Sample
---

# One

A paragraph
over two lines.

Setext
------

- item
  - nested

    more
- item two

> quoted
> - list in quote
>
> \`\`\`js
> code()
> \`\`\`

| a | b |
|---|---|
| 1 | 2 |

~~~
fence

not closed
`

describeStructureReader('the Markdown reader', reader, [
  SAMPLE,
  '# a\n\n    indented\n\n    code\n',
  '<div>\n\ntext\n</div>\n',
  '1. a\n\n   b\n2. c',
])

function outline(text: string): string[] {
  return reader.read(text).blocks.map((block) => `${block.kind}: ${text.slice(block.start, block.end).trim()}`)
}

function only(text: string): Block {
  const [block, ...others] = reader.read(text).blocks
  expect(others).toEqual([])
  return block as Block
}

describe('the Markdown reader', () => {
  it('tells the kinds of blocks apart', () => {
    expect(outline(SAMPLE).map((line) => line.slice(0, 22).replace(/\n/g, '⏎'))).toEqual(
      [
        'front-matter: ---⏎titl',
        'heading: # One',
        'paragraph: A paragraph',
        'heading: Setext⏎------',
        'list: - item⏎  - nested⏎⏎ ',
        'paragraph: > quoted',
        'list: > - list in quote',
        'code: > ```js⏎> code()⏎>',
        'table: | a | b |⏎|---|---|',
        'code: ~~~⏎fence⏎⏎not closed',
      ].map((line) => expect.stringContaining(line.slice(0, 17))),
    )
  })

  it('gives the same blocks whatever the line endings', () => {
    const outlineOf = (text: string): string[] => outline(text).map((line) => line.replace(/\r\n?/g, '\n'))
    expect(outlineOf(SAMPLE.replaceAll('\n', '\r\n'))).toEqual(outline(SAMPLE))
    expect(outlineOf(SAMPLE.replaceAll('\n', '\r'))).toEqual(outline(SAMPLE).map((line) => line))
  })

  it('takes a rule at the start for a rule when no fields follow', () => {
    expect(outline('---\n\nJust text between rules\n\n---\n')).toEqual(['paragraph: Just text between rules'])
    expect(outline('---\nfoo: never closed\n')).toEqual(['paragraph: foo: never closed'])
  })

  it.each([
    ['---\ntitle: Plain # comment\n---\n', 'Plain'],
    ["---\na: 1\ntitle: 'It''s'\n---\n", "It's"],
    ['---\ntitle: "Say \\"hi\\": now"\n...\n', 'Say "hi": now'],
    ['+++\ntitle = "Toml"\n+++\n', 'Toml'],
    ['---\r\ntitle: Windows\r\n---\r\n', 'Windows'],
    ['---\ntitle: >-\n  Folded over\n  two lines\nid: 1\n---\n', 'Folded over two lines'],
    ['---\nother: x\n---\n', undefined],
  ])('reads the title of front matter %j', (text, title) => {
    expect(reader.read(text).title).toBe(title)
  })

  it('cuts a list at its items, then at what is nested in them', () => {
    const text =
      '- one is an item with some text\n  - nested is another one\n  - and so on it goes\n- two is the second item\n\n  with a paragraph\n'
    const [items = [], nested = []] = only(text).cuts ?? []
    expect(items.map((cut) => text.slice(cut, cut + 5))).toEqual(['- one', '- two'])
    expect(nested.map((cut) => text.slice(cut).trim().slice(0, 6))).toEqual(
      expect.arrayContaining(['- nest', '- and ', 'with a']),
    )
  })

  it('cuts a table at its rows but not between the header and the first of them', () => {
    const text = '| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |\n'
    const table = only(text)
    expect(table.opening).toBe('| a | b |\n|---|---|\n')
    expect(table.cuts?.[0]?.map((cut) => text.slice(cut, cut + 5))).toEqual(['| 3 |', '| 5 |'])
  })

  it('cuts code where the lines are least indented', () => {
    const text = '```py\ndef first():\n    a = 1\n\n    return a\n\ndef second():\n    return 2\n```\n'
    const [outer = [], all = []] = only(text).cuts ?? []
    expect(outer.map((cut) => text.slice(cut, cut + 10))).toEqual(['def second'])
    expect(all.map((cut) => text.slice(cut).trimStart().slice(0, 8))).toEqual(['return a', 'def seco'])
  })

  it('knows a fence that is closed from one that is not', () => {
    expect(only('````js\n```\n````')).toMatchObject({ opening: '````js\n', closing: '\n````' })
    expect(only('````js\n```\n').unclosed).toBe(true)
    expect(only('```').unclosed).toBe(true)
    expect(only('> ~~~\n> a')).toMatchObject({ closing: '\n> ~~~', unclosed: true })
  })

  it('starts afresh at a heading in a quote', () => {
    expect(reader.read('> one\n>\n> ## Note\n>\n> two').blocks.map((block) => block.apart ?? false)).toEqual([
      false,
      true,
      false,
    ])
  })

  it('keeps quotes as one block below the fourth', () => {
    expect(outline('> > > > > > deep\n> > > > > >\n> > > > > > er')).toHaveLength(1)
  })
})

describe('plainHeading', () => {
  it.each([
    ['Plain', 'Plain'],
    ['The `__init__` *method*', 'The __init__ method'],
    ['**Bold** and __bold__, _it_ and ~~gone~~', 'Bold and bold, it and gone'],
    ['snake_case_name * 2 * 3', 'snake_case_name * 2 * 3'],
    ['[Link](http://x.y/(z)) to [ref][r] ![image](i.png)', 'Link to ref'],
    ['minimist <sup>[![Version Badge][npm-version-svg]][package-url]</sup>', 'minimist'],
    ['chalk [![npm](https://img.shields.io/npm/v/x.svg)](https://npm.im/x) ![ci](c.svg)', 'chalk'],
    ['[![npm](a.svg)](b) [![build][c]][d]', ''],
    ['![The logo](logo.svg)', 'The logo'],
    ['[`foo()`](#foo) and [a [nested] link](b)', 'foo() and a [nested] link'],
    ['[text [inner](a) more](b)', 'text inner more'],
    ['Brackets [alone] and ![bare]', 'Brackets [alone] and ![bare]'],
    ['Vec<T> and <code>x</code>', 'Vec<T> and x'],
    ['Escaped \\*stars\\* &amp; more', 'Escaped *stars* & more'],
    ['With anchor {#anchor}', 'With anchor'],
    ['``a ` b``', 'a ` b'],
  ])('makes %j into %j', (source, plain) => {
    expect(plainHeading(source)).toBe(plain)
  })
})
