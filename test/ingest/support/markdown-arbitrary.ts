import fc from 'fast-check'

const words = fc
  .array(
    fc.constantFrom(
      'stone',
      'Über',
      'naïve',
      '漢字',
      '😀',
      'x',
      'a.b',
      'e.g.',
      '`code`',
      '*em*',
      '[link](u)',
      '|',
      '<b>',
      '&amp;',
      '\u00a0',
    ),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(' '))

const longParagraph = fc
  .tuple(words, fc.integer({ min: 20, max: 120 }), fc.constantFrom('. ', ' ', ''))
  .map(([part, times, joint]) => `${part}${joint}`.repeat(times))

const list = fc.array(fc.tuple(fc.constantFrom('- ', '  - ', '1. ', '* ', '- [ ] '), words), {
  minLength: 1,
  maxLength: 30,
})
const table = fc.tuple(fc.array(words, { minLength: 1, maxLength: 3 }), fc.integer({ min: 0, max: 40 }))

/** One block of Markdown or something like it, lines joined by `\n`. */
const fragment = fc.oneof(
  words,
  longParagraph,
  fc.tuple(fc.integer({ min: 1, max: 7 }), words).map(([level, text]) => `${'#'.repeat(level)} ${text}`),
  fc.tuple(words, fc.constantFrom('===', '---')).map(([text, rule]) => `${text}\n${rule}`),
  list.map((items) => items.map(([marker, text]) => marker + text).join('\n')),
  table.map(([cells, rows]) => {
    const row = `| ${cells.map((cell) => cell.replaceAll('|', '')).join(' | ')} |`
    return [row, row.replace(/[^|]+/g, ' --- '), ...Array.from({ length: rows }, () => row)].join('\n')
  }),
  fc
    .tuple(
      fc.constantFrom('```', '~~~', '````'),
      fc.array(words, { maxLength: 60 }),
      fc.constantFrom('```', '~~~', '````', ''),
    )
    .map(([open, lines, close]) => [`${open}rust`, ...lines, close].join('\n')),
  fc.array(words, { minLength: 1, maxLength: 10 }).map((lines) => lines.map((line) => `    ${line}`).join('\n')),
  fc.constantFrom(
    '***',
    '---',
    '> > deep\n> less',
    '<div>\n<p>html</p>\n</div>',
    '<!-- note',
    '[ref]: http://example.com "title"',
    '\\',
    '#',
    '>',
    '-',
  ),
)

const quoted = fragment.map((text) => text.replace(/^/gm, '> '))
const frontMatter = fc.constantFrom(
  '',
  '',
  '---\ntitle: "A title"\nid: 1\n---\n',
  '---\n---\n',
  '+++\nx = 1\n+++\n',
  '---\nnever closed\n',
)
const joints = fc.constantFrom('\n', '\n\n', '\n\n\n', '\n  \n', '\n\t\n')

/** Texts that look like Markdown most of the time, with `\n`, `\r\n`, `\r` or all of them as line endings. */
export const markdownish: fc.Arbitrary<string> = fc
  .tuple(
    frontMatter,
    fc.array(fc.tuple(fc.oneof({ weight: 4, arbitrary: fragment }, quoted), joints), { maxLength: 14 }),
    fc.constantFrom('\n', '\r\n', '\r', 'mixed'),
  )
  .map(([start, parts, ending]) => {
    const text = start + parts.flat().join('')
    if (ending !== 'mixed') return text.replaceAll('\n', ending)
    let count = 0
    return text.replace(/\n/g, () => ['\n', '\r\n', '\r'][count++ % 3] ?? '\n')
  })
