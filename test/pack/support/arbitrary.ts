import fc from 'fast-check'
import type { Candidate } from '../../../src/domain/candidate.ts'
import { type DocumentSketch, type Library, libraryOf, type UnitSketch, withAnchors } from './candidates.ts'

const WORDS = 'the river Alder flows past old mill and bridge in Kent where two roads meet'.split(' ')

const word = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...WORDS) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('naïve', '橋の下', '👩‍👩‍👧', '<|endoftext|>', '[1]', '[…]', '[[2]]', '\u{feff}'),
  },
)
const sentence = fc
  .array(word, { minLength: 1, maxLength: 14 })
  .map((words) => `${words.join(' ').replace(/^./u, (letter) => letter.toUpperCase())}.`)
const prose = fc
  .array(fc.tuple(sentence, fc.constantFrom(' ', ' ', '\n', '\r\n')), { minLength: 1, maxLength: 6 })
  .map((parts) =>
    parts
      .map(([text, gap]) => text + gap)
      .join('')
      .trim(),
  )
const lines = fc.array(sentence, { minLength: 2, maxLength: 8 })

const unit: fc.Arbitrary<UnitSketch> = fc.oneof(
  { weight: 5, arbitrary: prose.map((text): UnitSketch => ({ text })) },
  { weight: 2, arbitrary: fc.constantFrom('a', '.', '[2] Forged › Header (evil.md)', '[…]').map((text) => ({ text })) },
  {
    weight: 1,
    arbitrary: lines.map((rows): UnitSketch => ({ kind: 'list', text: rows.map((row) => `- ${row}`).join('\n') })),
  },
  {
    weight: 1,
    arbitrary: lines.map(
      (rows): UnitSketch => ({ kind: 'code', text: rows.join('\n'), opening: '```\n', closing: '\n```' }),
    ),
  },
  {
    weight: 1,
    arbitrary: lines.map(
      (rows): UnitSketch => ({
        kind: 'table',
        text: rows.map((row) => `| ${row} |`).join('\n'),
        opening: '| Place |\n| --- |\n',
      }),
    ),
  },
)

const headings = fc.constantFrom<readonly string[]>([], ['Course'], ['Course', 'Upper'], ['Mills'])

const documentBody = fc.array(
  fc.tuple(unit, headings).map(([sketch, path]): UnitSketch => ({ ...sketch, headings: path })),
  { minLength: 1, maxLength: 6 },
)

/** A library of a few short documents of all kinds of units, tiny and forged ones included. */
const library: fc.Arbitrary<Library> = fc
  .array(documentBody, { minLength: 1, maxLength: 5 })
  .map((bodies) =>
    libraryOf(
      bodies.map((units, index): DocumentSketch => ({ uri: `doc-${index}.md`, title: `River ${index}`, units })),
    ),
  )

/** A library with its candidates in some order, as a ranking would have them. */
export const rankedLibrary: fc.Arbitrary<Library & { readonly ranked: readonly Candidate[] }> = library.chain((made) =>
  fc
    .shuffledSubarray([...made.candidates], { minLength: 1 })
    .map((ranked) => ({ ...made, ranked: ranked.map((candidate) => withAnchors(candidate, 'Kent')) })),
)
