import { describe, expect, it } from 'vitest'
import { createMarkdownParser } from '../../../src/adapters/readers/markdown/markdown-parser.ts'
import { render } from '../../../src/compress/markdown/removal.ts'
import { strip } from '../../../src/compress/markdown/strip/strip.ts'
import { readStructure } from '../../../src/compress/markdown/structure.ts'
import { fakeTokenizer } from '../../fakes/fake-tokenizer.ts'

const tokenizer = fakeTokenizer()
const parser = createMarkdownParser()

/** What is left, with `⟦reason⟧` in place of markers. Everything pays unless a price is given. */
async function stripped(text: string, markerTokens = 0): Promise<string> {
  const costs = { count: async (part: string) => tokenizer.count(part), markerTokens, markerBytes: 0 }
  const removals = await strip(readStructure(text, parser), costs)
  return render(text, removals, ({ reason }) => `⟦${reason}⟧`)
}

async function expectUntouched(text: string): Promise<void> {
  expect(await stripped(text)).toBe(text)
}

describe('stripping badges', () => {
  it('goes by the address of the image, in every form', async () => {
    const badge = 'https://img.shields.io/npm/v/x.svg'
    expect(await stripped(`![v](${badge})\n\ntext`)).toBe('⟦badge⟧\n\ntext')
    expect(
      await stripped(`[![v](${badge} "title")](https://npm.im/x) [![b](//travis-ci.org/a/b.svg)](u)\n\ntext`),
    ).toBe('⟦badge⟧\n\ntext')
    expect(await stripped(`<p align="center">\n<a href="u"><img alt="v" src="${badge}"></a>\n</p>\n\ntext`)).toBe(
      '⟦badge⟧\n\ntext',
    )
    expect(await stripped(`See [![v](${badge})](u) ![w](${badge}) here.`)).toBe('See ⟦badge⟧ here.')
    expect(await stripped(`[![CI](https://github.com/a/b/actions/workflows/ci.yml/badge.svg)](u)\n`)).toBe('⟦badge⟧\n')
  })

  it('takes definitions along that nothing else refers to', async () => {
    const text =
      '[![v][image]][link] ![W][]\n\nSee [home][LINK].\n\n[image]: https://img.shields.io/v\n[link]: https://a.b\n[w]: https://badge.fury.io/w\n[other]: https://c.d\n'
    expect(await stripped(text)).toBe(
      '⟦badge⟧\n\nSee [home][LINK].\n\n⟦definition⟧\n[link]: https://a.b\n⟦definition⟧\n[other]: https://c.d\n',
    )
  })

  it('leaves pictures, headings, tables and code alone', async () => {
    await expectUntouched('![diagram](https://example.com/architecture.svg)\n')
    await expectUntouched('[shields](https://img.shields.io/v)\n')
    await expectUntouched('# Title ![v](https://img.shields.io/v)\n')
    await expectUntouched('| ![v](https://img.shields.io/v) |\n|---|\n| x |\n')
    await expectUntouched('```md\n![v](https://img.shields.io/v)\n```\n')
    await expectUntouched('Write `![v](https://img.shields.io/v)` to get one.\n')
  })
})

describe('stripping comments', () => {
  it('takes them from blocks and from between words', async () => {
    expect(await stripped('<!-- one\n\ntwo -->\n\ntext <!-- three --> text\n\n<div><!-- four -->x</div>\n')).toBe(
      '⟦comment⟧\n\ntext ⟦comment⟧ text\n\n<div>⟦comment⟧x</div>\n',
    )
  })

  it('ends a comment at its closing, whatever backticks are in it, and leaves one that is escaped', async () => {
    expect(await stripped("text <!-- don't ` --> visible `code -->` <!-- x -->\n")).toBe(
      'text ⟦comment⟧ visible `code -->` ⟦comment⟧\n',
    )
    expect(await stripped('Write \\<!-- x --> or \\\\<!-- y -->.\n')).toBe('Write \\<!-- x --> or \\\\⟦comment⟧.\n')
  })

  it('leaves code, code spans, what is never closed, and markers of any original', async () => {
    await expectUntouched('```html\n<!-- x -->\n```\n\n    <!-- y -->\n')
    await expectUntouched('Write `<!-- x -->` or ``a ` <!-- y -->`` here.\n')
    await expectUntouched('text <!-- x\n\nmore text\n')
    await expectUntouched('<!-- pg:src=0123456789abcdef#0-9 -->\n\ntext <!-- pg:src=01234567#0-9 --> text\n')
    await expectUntouched('<script>\n<!-- x -->\n</script>\n')
  })
})

describe('stripping generated lists of contributors', () => {
  const region = (inside: string): string =>
    `<!-- ALL-CONTRIBUTORS-LIST:START -->\n${inside}\n<!-- ALL-CONTRIBUTORS-LIST:END -->\n`

  it('goes by the markers around them', async () => {
    expect(await stripped(region('<table>\n<tr><td>A</td></tr>\n</table>\n'))).toBe('⟦contributors, comment⟧\n')
  })

  it('leaves one that holds a Markdown table', async () => {
    expect(await stripped(region('\n| A | B |\n|---|---|\n| c | d |\n'))).toContain('| A | B |\n|---|---|\n| c | d |')
  })
})

describe('stripping tables of contents', () => {
  const headings = '# One\n\n## Two, three\n\n## `Four` five\n\n## Two, three\n\nSix\n---\n'

  it('takes lists of links to headings of the document', async () => {
    const contents =
      '- [One](#one)\n  - [2](#two-three)\n  - [4](#four-five)\n  - [again](#two-three-1)\n- [Six](#six)\n'
    expect(await stripped(`${contents}\n${headings}`)).toBe(`⟦contents⟧\n\n${headings}`)
  })

  it('leaves lists that are too short, say more, or of which more than a fifth leads nowhere', async () => {
    await expectUntouched(`- [One](#one)\n- [Six](#six)\n\n${headings}`)
    await expectUntouched(`- [One](#one) is first\n- [2](#two-three)\n- [Six](#six)\n\n${headings}`)
    await expectUntouched(`- [One](#one)\n- [2](#two-three)\n- [gone](#seven)\n\n${headings}`)
  })

  it('takes no time for blanks in a heading', async () => {
    const contents = '- [One](#one)\n- [2](#two-three)\n- [4](#four-five)\n'
    const start = performance.now()
    await stripped(`${contents}\n${headings}\n# a${' '.repeat(100_000)}b\n`)
    expect(performance.now() - start).toBeLessThan(2_000)
  })
})

describe('stripping licences', () => {
  it('takes short notices', async () => {
    expect(await stripped('text\n\nCopyright and related rights waived via [CC0](LICENSE.md).\n')).toBe(
      'text\n\n⟦licence⟧\n',
    )
    expect(await stripped('MIT © [Somebody](https://a.b)\n')).toBe('⟦licence⟧\n')
    expect(await stripped('Released under the [MIT license](LICENSE).\n')).toBe('⟦licence⟧\n')
  })

  it('leaves long paragraphs, and the definitions behind a notice', async () => {
    await expectUntouched('Licensed under the MIT license.\n[x]: https://a.b\n\nSee [x].\n')
    expect(await stripped('Licensed under the MIT license.\n\n[x]: https://a.b\n\nSee [x].\n')).toBe(
      '⟦licence⟧\n\n[x]: https://a.b\n\nSee [x].\n',
    )
    await expectUntouched(`Copyright 2020: ${'a long story about who owns what. '.repeat(20)}\n`)
    await expectUntouched('We chose a licence that suits everybody, as explained below.\n')
  })
})

describe('stripping repeated blocks', () => {
  it('keeps the first of equal blocks, and joins what touches', async () => {
    const block = 'This very sentence is repeated.\n'
    expect(await stripped(`${block}\n# A\n\n${block}\n- ${block}- another item\n`)).toBe(
      `${block}\n# A\n\n⟦repeated⟧\n- another item\n`,
    )
  })

  it('never touches code, headings and tables', async () => {
    await expectUntouched('<pre>\nsome code here\n</pre>\n\ntext\n\n<pre>\nsome code here\n</pre>\n')
    await expectUntouched(
      '# Heading of a section\n\n```\nsome code here\n```\n\n# Heading of a section\n\n```\nsome code here\n```\n',
    )
    await expectUntouched(
      '| column | other |\n|---|---|\n| a | b |\n\ntext\n\n| column | other |\n|---|---|\n| a | b |\n',
    )
  })
})

describe('stripping navigation', () => {
  it('takes bars of links, steps and nav elements', async () => {
    expect(await stripped('[Home](/) | [Docs](/docs) | [API](/api)\n\ntext\n')).toBe('⟦navigation⟧\n\ntext\n')
    expect(await stripped('text\n\n[← Previous](1.md) [Next →](3.md)\n')).toBe('text\n\n⟦navigation⟧\n')
    expect(await stripped('text\n\n[⬆ back to top](#top)\n')).toBe('text\n\n⟦navigation⟧\n')
    expect(await stripped('<nav>\n<a href="/">x</a>\n</nav>\n\ntext\n')).toBe('⟦navigation⟧\n\ntext\n')
  })

  it('leaves sentences with links and lists of them', async () => {
    await expectUntouched('See [one](1), [two](2) and [three](3).\n')
    await expectUntouched('[one](1) [two](2) [three](3)\n')
    await expectUntouched('- [Home](/)\n- [Docs](/docs)\n- [API](/api)\n')
  })
})

describe('stripping tracking parameters', () => {
  it('rewrites the block, with its marker behind it', async () => {
    expect(
      await stripped('See [x](https://a.b/c?utm_source=n&id=3&utm_medium=m#d) or https://e.f/?fbclid=7 now.\n'),
    ).toBe('See [x](https://a.b/c?id=3#d) or https://e.f/ now. ⟦tracking⟧\n')
  })

  it('knows them inside URLs only, and not in code', async () => {
    await expectUntouched('Set ?utm_source=x in the address.\n')
    await expectUntouched('Call `https://a.b/?utm_source=x` to see.\n')
    await expectUntouched('```\nhttps://a.b/?utm_source=x\n```\n')
    await expectUntouched('https://a.b/?id=utm_source\n')
  })
})

describe('stripping', () => {
  it('removes only what saves tokens once its marker is paid', async () => {
    const text = 'text <!-- five tokens --> text\n'
    expect(await stripped(text, 5)).toBe('text ⟦comment⟧ text\n')
    expect(await stripped(text, 100)).toBe(text)
  })

  it('pays one marker for neighbours', async () => {
    const text = '<!-- one two -->\n\n![v](https://img.shields.io/v)\n\ntext\n'
    expect(await stripped(text, 12)).toBe('⟦comment, badge⟧\n\ntext\n')
  })

  it.each([
    ['one character', '!'],
    ['unclosed images', '![]('],
    ['unclosed links', '[a]('],
    ['open brackets', '[!['],
    ['unclosed comments', '<!--'],
    ['comments', '<!-- x -->'],
    ['backticks', '` `` ``` '],
    ['comments in code spans', '`<!--` '],
    ['code spans in comments', '<!-- ` -->'],
    ['escaped comments', '\\<!-- '],
    ['unclosed sources', `<img ${'src="a '.repeat(40)}`],
    ['unclosed tags', '<img src="https://img.shields.io '],
    ['unclosed URLs', 'https://a?utm_source='],
    ['contributors', '<!-- ALL-CONTRIBUTORS-LIST:START -->\n\n'],
    ['badges', '![v](https://img.shields.io/v)\n\n'],
    ['entries', '- [a](#a)\n'],
    ['headings', '# h\n'],
    ['definitions', '[a]: /u\n'],
  ])('takes time in proportion to a hostile text: %s', async (_name, piece) => {
    const timeOf = async (sizeBytes: number): Promise<number> => {
      const document = readStructure(
        `${piece.repeat(Math.ceil(sizeBytes / piece.length))}\n\n[x]: https://badge.fury.io/x\n`,
        parser,
      )
      const start = performance.now()
      await strip(document, { count: async (text) => text.length, markerTokens: 20, markerBytes: 40 })
      return performance.now() - start
    }
    await timeOf(20_000)
    expect(await timeOf(400_000)).toBeLessThan(24 * Math.max(await timeOf(50_000), 60))
  })
})
