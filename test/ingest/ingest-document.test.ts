import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { structureReaders } from '../../src/adapters/readers/structure-readers.ts'
import { decodeSpan } from '../../src/ingest/decode.ts'
import { type IngestedDocument, type IngestInput, ingestDocument } from '../../src/ingest/ingest-document.ts'
import { createReaderRegistry } from '../../src/ingest/reader-registry.ts'
import type { Block } from '../../src/ports/structure-reader.ts'
import { quarterOfLength } from './support/estimate.ts'
import { markdownish } from './support/markdown-arbitrary.ts'

const readers = createReaderRegistry(structureReaders)
const MEDIA_TYPES = [
  'text/markdown',
  'text/plain',
  'text/html',
  'text/x-source',
  'application/json',
  'text/csv',
] as const

function ingest(
  text: string | Uint8Array,
  mediaType = 'text/markdown',
  options: Partial<IngestInput> = {},
): IngestedDocument {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  return ingestDocument({ bytes, mediaType, ...options }, { readers, estimateTokens: quarterOfLength })
}

function unitTexts(text: string, mediaType?: string): string[] {
  return ingest(text, mediaType).units.map((unit) => unit.text)
}

/** Overlong “headings” are paragraphs. */
function isHeading(block: Block): boolean {
  return block.kind === 'heading' && (block.heading ?? '').length <= 200
}

/** The lines of a text with every character that is in a unit or a heading blanked out. */
function uncoveredLines(text: string, document: IngestedDocument): string[] {
  const characters = text.split('')
  const blank = (start: number, end: number): void => {
    for (let index = start; index < end; index++)
      if (characters[index] !== '\n' && characters[index] !== '\r') characters[index] = ' '
  }
  for (const { span } of document.units) blank(span.start / 2 - 1, span.end / 2 - 1)
  for (const block of readers.readerFor('text/markdown').read(text).blocks)
    if (isHeading(block)) blank(block.start, block.end)
  return characters.join('').split(/[\r\n]/)
}

function utf16(text: string): Uint8Array {
  return Buffer.from(`\uFEFF${text}`, 'utf16le')
}

describe('ingestDocument', () => {
  it.each(MEDIA_TYPES)(
    'makes units of %s whose spans decode to their text, in order, trimmed, under the cap',
    (mediaType) => {
      fc.assert(
        fc.property(
          markdownish,
          fc.constantFrom<'utf-8' | 'bom' | 'utf-16le' | 'utf-16be'>('utf-8', 'bom', 'utf-16le', 'utf-16be'),
          (text, form) => {
            const bytes =
              form === 'utf-8'
                ? new TextEncoder().encode(text)
                : form === 'bom'
                  ? new TextEncoder().encode(`\uFEFF${text}`)
                  : form === 'utf-16le'
                    ? utf16(text)
                    : Buffer.from(utf16(text)).swap16()
            const document = ingest(bytes, mediaType)
            let end = 0
            for (const [index, unit] of document.units.entries()) {
              expect(decodeSpan(bytes, document.encoding, unit.span)).toBe(unit.text)
              expect(unit.span.start).toBeGreaterThanOrEqual(end)
              end = unit.span.end
              expect(unit.ordinal).toBe(index)
              // The indentation of a first line may open a unit, for where it means something; nothing else.
              expect(unit.text.replace(/^[ \t]+/, '')).toBe(unit.text.trim())
              expect(unit.text).not.toBe('')
              expect(quarterOfLength(unit.text)).toBeLessThanOrEqual(240)
            }
          },
        ),
        { numRuns: 60 },
      )
    },
  )

  it('keeps the indentation of the first line of every piece of code', () => {
    const lines = Array.from({ length: 80 }, (_, line) => `        call_number_${line}(argument, other)\n`)
    const text = `def outer():\n${lines.join('\n')}`
    for (const unit of ingest(utf16(text), 'text/x-source').units.slice(1)) expect(unit.text).toMatch(/^ {8}call/)
  })

  it('covers all of a Markdown text but headings, rules and empty quote lines, each character once', () => {
    fc.assert(
      fc.property(markdownish, (text) => {
        const document = ingest(utf16(text))
        const markup = /^[\s>]*(?:(?:[-*_]\s*){3,})?$/
        expect(uncoveredLines(text, document).filter((line) => !markup.test(line))).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  it('has every heading in a heading path or in a unit', () => {
    fc.assert(
      fc.property(markdownish, (text) => {
        const { units } = ingest(text)
        const paths = new Set(units.flatMap((unit) => unit.headingPath))
        for (const block of readers.readerFor('text/markdown').read(text).blocks) {
          if (!isHeading(block) || !block.heading) continue
          const source = text.slice(block.start, block.end).trim()
          expect(paths.has(block.heading) || units.some((unit) => unit.text.includes(source))).toBe(true)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('takes the title from front matter, else from the first heading of level 1, else from nowhere', () => {
    expect(ingest('---\ntitle: "From: front matter"\n---\n# Heading\n\ntext').title).toBe('From: front matter')
    expect(ingest('## Two\n\ntext\n\n# *One*\n\n# Other').title).toBe('One')
    expect(ingest('just text').title).toBeUndefined()
    expect(ingest('<title>T &amp; U</title><h1>H</h1>', 'text/html').title).toBe('T & U')
  })

  it('reads an unknown media type as plain text, and ignores parameters', () => {
    expect(unitTexts('# not a heading\n\ntext', 'application/x-unheard-of')).toEqual(['# not a heading\n\ntext'])
    expect(ingest('# A\n\ntext', 'Text/Markdown; charset=utf-8').units[0]?.headingPath).toEqual(['A'])
  })

  it('keeps zero bytes of text whose encoding is stated', () => {
    const { units } = ingest('nul \0 here\n\n\0', 'text/markdown', { encoding: 'utf-8' })
    expect(units.map((unit) => unit.text)).toEqual(['nul \0 here\n\n\0'])
  })
})

describe('bad input', () => {
  it.each(MEDIA_TYPES)('makes nothing of a %s document without content', (mediaType) => {
    for (const text of ['', ' ', '\n\r\n\t', '\uFEFF', '\u00a0\u3000\n']) expect(unitTexts(text, mediaType)).toEqual([])
  })

  it('keeps a document that is front matter only as one unit of data', () => {
    const { units, title } = ingest('---\ntitle: Only\ntags: [a]\n---\n')
    expect(units).toMatchObject([{ kind: 'data', text: '---\ntitle: Only\ntags: [a]\n---', headingPath: [] }])
    expect(title).toBe('Only')
  })

  it('cuts 15,000 tokens without a break into even units', () => {
    const words = 'lorem ipsum dolor sit amet consetetur '.repeat(1600).trim()
    const units = unitTexts(words)
    expect(units.join(' ')).toBe(words)
    expect(Math.min(...units.map(quarterOfLength))).toBeGreaterThan(80)
    expect(Math.max(...units.map(quarterOfLength))).toBeLessThanOrEqual(240)
  })

  it('cuts 15,000 tokens without a space, and no surrogate pair', () => {
    const text = '😀'.repeat(30_000)
    const units = unitTexts(text)
    expect(units.join('')).toBe(text)
    for (const unit of units) expect(unit).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/)
  })

  it('cuts an oversize paragraph at sentence ends', () => {
    const sentences = Array.from(
      { length: 60 },
      (_, number) => `Sentence ${number} says e.g. something of about this length, i.e. not much.`,
    )
    const units = unitTexts(sentences.join(' '))
    for (const unit of units) expect(unit).toMatch(/^Sentence .*not much\.$/s)
    expect(units.join(' ')).toBe(sentences.join(' '))
  })

  it('cuts a table of 60 rows between rows and repeats its header', () => {
    const rows = Array.from(
      { length: 60 },
      (_, number) => `| row ${number} | some value for the row number ${number} |`,
    )
    const { units } = ingest(`| A | B |\n|---|---|\n${rows.join('\n')}\n`)
    expect(units.length).toBeGreaterThan(3)
    expect(units.map((unit) => unit.opening)).toEqual(['', ...units.slice(1).map(() => '| A | B |\n|---|---|\n')])
    expect(units.flatMap((unit) => unit.text.split('\n').slice(unit.ordinal === 0 ? 2 : 0))).toEqual(rows)
    expect(new Set(units.map((unit) => unit.kind))).toEqual(new Set(['table']))
  })

  it('cuts a row above the cap between cells, not in one', () => {
    const cells = Array.from({ length: 30 }, (_, number) => `Cell ${number} ends here. It says \\| and more of it.`)
    const { units } = ingest(`| A |${' B |'.repeat(29)}\n|${'---|'.repeat(30)}\n| ${cells.join(' | ')} |\n`)
    const parts = units.filter((unit) => unit.text.includes('Cell'))
    expect(parts.length).toBeGreaterThan(1)
    for (const { text } of parts.slice(1)) expect(text).toMatch(/^\| Cell \d+ .*more of it\.[ |]*$/)
    expect(parts.map((unit) => unit.opening)).toEqual(parts.map(() => ''))
  })

  it('cuts a cell above the cap at words, without the header', () => {
    const { units } = ingest(`| A |\n|---|\n| ${'word '.repeat(600)}|\n| last |\n`)
    expect(units.slice(1).every((unit) => unit.opening === '' || unit.text === '| last |')).toBe(true)
    expect(units.map((unit) => unit.text).join(' ')).toContain('word word')
  })

  it('closes a fence that is never closed', () => {
    const { units } = ingest('Intro\n\n```js\nlet a = 1\n\n# not a heading')
    expect(units).toMatchObject([
      { text: 'Intro\n\n```js\nlet a = 1\n\n# not a heading', headingPath: [], closing: '\n```' },
    ])
  })

  it('prints the fence lines around each piece of long code', () => {
    const lines = Array.from({ length: 100 }, (_, number) => `call_number_${number}(with, arguments)`)
    const { units } = ingest(`~~~python\n${lines.join('\n')}\n~~~\n`)
    expect(units.length).toBeGreaterThan(3)
    const printed = units.map((unit) => unit.opening + unit.text + unit.closing)
    for (const piece of printed) expect(piece).toMatch(/^~~~python\n[^~]*\n~~~$/)
    expect(printed.join('\n').match(/call_number/g)).toHaveLength(100)
  })

  it('finds the fence in a quote, and its lines keep their markers', () => {
    const lines = Array.from({ length: 80 }, (_, number) => `> line_number_${number}()`)
    const { units } = ingest(`> Quote with code:\n>\n> \`\`\`sh\n${lines.join('\n')}\n> \`\`\`\n\nAfter.`)
    expect(units[0]?.text).toMatch(/^> Quote with code:\n>\n> ```sh\n> line_number_0/)
    expect(units[1]).toMatchObject({ kind: 'code', opening: '> ```sh\n', closing: '\n> ```' })
    expect(units.at(-1)?.text).toMatch(/After\.$/)
  })

  it('keeps headings that nothing follows as units', () => {
    const { units } = ingest('# Title\n\n## Empty one\n\n## Empty two\n\n## Full\n\ntext\n\n## Last')
    expect(units.map(({ headingPath, text }) => [...headingPath, text])).toEqual([
      ['Title', '## Empty one\n\n## Empty two'],
      ['Title', 'Full', 'text'],
      ['Title', '## Last'],
    ])
  })

  it('never joins across a heading, even of the same name', () => {
    expect(unitTexts('## A\n\none\n\n## A\n\ntwo')).toEqual(['one', 'two'])
  })

  it.each([
    ['duplicate keys', '{"a": 1, "a": 2}'],
    ['malformed JSON', '{"a": [1, 2}, "b"'],
    ['JSON that is no JSON', 'hello there'],
    ['100,000 brackets', '['.repeat(100_000)],
  ])('keeps all of %s', (_, text) => {
    expect(unitTexts(text, 'application/json').join('')).toBe(text)
  })

  it('keeps quoted line breaks of CSV in their row', () => {
    const rows = Array.from({ length: 80 }, (_, number) => `${number},"first line\nsecond, ""quoted"" line ${number}"`)
    const { units } = ingest(`id,note\n${rows.join('\n')}\n`, 'text/csv')
    expect(units.map((unit) => unit.text).join('\n')).toBe(`id,note\n${rows.join('\n')}`)
    for (const unit of units.slice(1))
      expect(unit).toMatchObject({ opening: 'id,note\n', text: expect.stringMatching(/^\d+,"first/) })
  })

  it('keeps text that looks like special tokens or markers', () => {
    const text = '<|endoftext|> [[1]] ⟦…⟧ <s> </s>'
    expect(unitTexts(text)).toEqual([text])
  })

  it.each([
    ['deep quotes', `${'> '.repeat(5000)}x`],
    ['deep lists', Array.from({ length: 400 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n')],
    ['many full stops', '.'.repeat(200_000)],
    ['many brackets', '['.repeat(100_000)],
    ['many backticks', `# ${'`'.repeat(50_000)}`],
    ['deep elements', `${'<ul><li><b>'.repeat(30_000)}text`],
    ['many short paragraphs', 'x\n\n'.repeat(30_000)],
    ['many tags', '<a '.repeat(50_000)],
    ['many stars in a heading', `# ${'*a'.repeat(100)}`],
  ])('takes %s in its stride', (_, text) => {
    const started = performance.now()
    for (const mediaType of MEDIA_TYPES) ingest(text, mediaType)
    expect(performance.now() - started).toBeLessThan(5000)
    expect(unitTexts(text).length + (ingest(text).title?.length ?? 0)).toBeGreaterThan(0)
  })
})
