import fc from 'fast-check'

/** Sentences that say their number, so that one can tell which are kept. */
export function prose(from: number, to: number): string {
  const nouns = ['harbour', 'engine', 'lighthouse', 'cargo', 'keeper', 'signal', 'storm']
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const number = from + index
    return `Sentence ${number} says that the ${nouns[number % 7]} of the port was ${nouns[(number * 3) % 7]} enough for all of us.`
  }).join(' ')
}

const paragraph = fc.tuple(fc.nat(200), fc.nat(6)).map(([from, more]) => prose(from, from + more))
const wrapped = paragraph.map((text) => text.replaceAll(/(.{40}\S*) /g, '$1\n'))
const word = fc.constantFrom(
  'alpha',
  'Beta 7',
  '`code`',
  '[link](https://example.com/?utm_source=a&utm_medium=b&id=3)',
  'naïve 🙂',
)
const blocks = fc.oneof(
  paragraph,
  wrapped,
  fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' ')),
  fc.tuple(fc.constantFrom('#', '##', '###'), word).map(([marks, text]) => `${marks} ${text}`),
  fc.constantFrom(
    'Setext\n======',
    '---\n',
    '***',
    '\\[\nx\n\\]',
    '$$\na\n\nb\n$$',
    '[ref]: https://example.com/badge.svg',
    '<details>\n\ntext\n\n</details>',
  ),
  fc
    .array(fc.oneof(word, paragraph), { minLength: 1, maxLength: 5 })
    .map((items) => items.map((item) => `- ${item}`).join('\n')),
  fc
    .array(paragraph, { minLength: 1, maxLength: 3 })
    .map((items) => items.map((item, at) => `${at + 1}. ${item}\n\n   \`\`\`\n   code ${at}\n   \`\`\`\n`).join('')),
  paragraph.map((text) => `> ${text.replaceAll('. ', '.\n> ')}`),
  fc
    .array(word, { maxLength: 4 })
    .map((cells) => `| a | b |\n|---|---|\n${cells.map((cell) => `| ${cell} | x |`).join('\n')}`),
  fc
    .array(word, { maxLength: 4 })
    .map((lines) => `\`\`\`md\n${lines.join('\n')}\n<!-- not a comment here, but code that stays -->\n\`\`\``),
  fc
    .nat(99)
    .map(
      (number) => `<!-- a comment that nobody reads, number ${number}, long enough to be worth a marker of its own -->`,
    ),
  fc
    .nat(9)
    .map(
      (number) =>
        `text ![badge](https://img.shields.io/npm/v/some-package-with-a-long-name-${number}.svg?style=flat-square&label=version) text`,
    ),
  fc
    .tuple(fc.nat(400), fc.nat(400))
    .map(([start, end]) => `<!-- pg:src=0123456${start % 10}#${start}-${end} --> quoted`),
)

/** Markdown documents of all kinds of blocks, some of them repeated, with any line ending. */
export const markdownTexts: fc.Arbitrary<string> = fc
  .tuple(fc.array(blocks, { maxLength: 14 }), fc.constantFrom('\n\n', '\n', '\r\n\r\n'), fc.boolean())
  .map(([parts, separator, isDoubled]) => (isDoubled ? [...parts, ...parts] : parts).join(separator))
