import fc from 'fast-check'
import { JsonObject, type JsonTree, Lexeme } from '../../../../src/compress/tool-output/json/json-tree.ts'

/** Strings that some rule of the notation has to do with. */
const NASTY_STRINGS = [
  ...[
    '',
    ' ',
    ' a',
    'a ',
    '\u00a0a',
    'a b',
    'a,b',
    'a|b',
    'a\tb',
    'a\nb',
    'a;b',
    '[a]',
    '{a}',
    'a]',
    'a"b',
    '"a"',
    '\\',
    'a\\nb',
  ],
  ...['1', '-0', '1.10', '1E5', '12345678901234567890', 'true', 'false', 'null', 'nul', '01', '1.', '+1', 'NaN', '-'],
  ...[
    '!',
    '!x',
    '^',
    '^^',
    '=',
    '=1',
    '@',
    '@1',
    '…',
    '"p"…"s"',
    'same as a',
    'same as (key)',
    '(key)',
    '(value)',
    'H1 json',
  ],
  ...[
    '\ud800',
    '\udc00a',
    'a\ud83d',
    '😀',
    '\u2028',
    '\u2029',
    '\u007f',
    '\u0085',
    '\u0000',
    '\ufeff',
    'é',
    '/',
    '</script>',
  ],
  ...[
    '2026-09-03T10:00:00Z',
    '2026-09-03T10:00:01Z',
    '2026-09-03T11:00:00Z',
    'node-1',
    'node-2',
    'node-3',
    'http://a/b',
    'http://a/c',
  ],
  ...['10.0.0.1', '10.0.0.2', 'same', 'same', 'same', 'a:text', 'a=b', 'a{b', 'x'.repeat(300)],
]
const NASTY_KEYS = [
  'a',
  'b',
  'c',
  'd',
  'id',
  '__proto__',
  'constructor',
  '',
  'a b',
  'a,b',
  '(key)',
  '(value)',
  'a=1',
  '1',
  '"',
  '…',
  'a:text',
  'ключ',
  '\ud800',
]
const LEXEMES = [
  '0',
  '-0',
  '1',
  '2',
  '1.10',
  '1E5',
  '1e+5',
  '12345678901234567890',
  '-1.5e-300',
  'true',
  'false',
  'null',
  'null',
]

const text = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...NASTY_STRINGS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
)
const key = fc.constantFrom(...NASTY_KEYS)
const lexeme = fc.constantFrom(...LEXEMES).map((spelling) => new Lexeme(spelling))
const scalar: fc.Arbitrary<JsonTree> = fc.oneof(text, lexeme)

/** Any tree: keys repeat, numbers are spelled oddly, surrogates stand alone. */
const anyTree: fc.Arbitrary<JsonTree> = fc.letrec<{ tree: JsonTree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalar,
    fc.array(tie('tree'), { maxLength: 5 }),
    fc.array(fc.tuple(key, tie('tree')), { maxLength: 5 }).map(objectOf),
  ),
})).tree

function objectOf(entries: readonly (readonly [string, JsonTree])[]): JsonObject {
  return new JsonObject(
    entries.map(([name]) => name),
    entries.map(([, value]) => value),
  )
}

/** Makes the value of one row of a column. */
type ColumnValues = fc.Arbitrary<fc.Arbitrary<JsonTree | undefined>>

/** A column whose rows resemble each other: constant, repeated, with common ends, optional, of groups or of lists. */
function columnValues(depth: number): ColumnValues {
  const few = fc.array(scalar, { minLength: 1, maxLength: 3 }).map((values) => fc.constantFrom(...values))
  const affixed = fc
    .tuple(text, text)
    .map(([prefix, suffix]) => fc.nat(30).map((number) => `${prefix} ${number} ${suffix}`))
  const plain: ColumnValues = fc.oneof(few, affixed, fc.constant(scalar), fc.constant(anyTree))
  if (depth === 0) return mostly(plain)
  const group: ColumnValues = rowValues(depth - 1)
  const lists: ColumnValues = rowValues(depth - 1).map((row) => fc.array(row, { maxLength: 3 }))
  return mostly(
    fc.oneof({ weight: 3, arbitrary: plain }, { weight: 2, arbitrary: group }, { weight: 1, arbitrary: lists }),
  )
}

/** Sometimes absent, sometimes something else. */
function mostly(column: ColumnValues): ColumnValues {
  return fc
    .tuple(column, fc.constantFrom(0, 0, 0, 1, 3), fc.constantFrom(0, 0, 0, 1))
    .map(([values, absent, odd]) =>
      fc.oneof(
        { weight: 8, arbitrary: values },
        { weight: absent, arbitrary: fc.constant(undefined) },
        { weight: odd, arbitrary: anyTree },
      ),
    )
}

function rowValues(depth: number): fc.Arbitrary<fc.Arbitrary<JsonTree>> {
  return fc.uniqueArray(key, { minLength: 1, maxLength: 5 }).chain((keys) =>
    fc.tuple(...keys.map(() => columnValues(depth))).map((columns) =>
      fc.tuple(...columns).map((values) => {
        const present = keys.flatMap((name, position) => {
          const value = values[position]
          return value === undefined ? [] : [[name, value] as const]
        })
        return objectOf(present)
      }),
    ),
  )
}

/** Rows that resemble each other, as a list, or as an object of keys that may repeat. */
const table = fc.tuple(rowValues(2), fc.boolean()).chain(([row, isKeyed]): fc.Arbitrary<JsonTree> => {
  const odd = fc.oneof({ weight: 12, arbitrary: row }, { weight: 1, arbitrary: anyTree })
  const rows = fc.oneof(fc.array(row, { minLength: 3, maxLength: 45 }), fc.array(odd, { minLength: 3, maxLength: 30 }))
  if (!isKeyed) return rows
  return rows.chain((values) => {
    const keys = fc.array(
      fc.oneof(
        key,
        fc.nat(99).map((number) => `key-${number}`),
      ),
      { minLength: values.length, maxLength: values.length },
    )
    return keys.map((names) => new JsonObject(names, values))
  })
})

/** Lists of one width, and lists of scalars. */
const matrix: fc.Arbitrary<JsonTree> = fc
  .integer({ min: 1, max: 4 })
  .chain((width) =>
    fc.array(
      fc.oneof(
        { weight: 9, arbitrary: fc.array(scalar, { minLength: width, maxLength: width }) },
        { weight: 1, arbitrary: anyTree },
      ),
      { minLength: 3, maxLength: 30 },
    ),
  )
const scalars: fc.Arbitrary<JsonTree> = fc.array(scalar, { minLength: 8, maxLength: 30 })

const document: fc.Arbitrary<JsonTree> = fc.oneof({ weight: 6, arbitrary: table }, matrix, scalars, anyTree)

/** A document, or one within others. Every tree that JSON can spell can come, and most have tables. */
export const randomJson: fc.Arbitrary<JsonTree> = fc.oneof(
  { weight: 3, arbitrary: document },
  {
    weight: 1,
    arbitrary: fc.tuple(key, document, scalar, document).map(([name, inner, value, other]) =>
      objectOf([
        [name, inner],
        ['b', value],
        [name, other],
      ]),
    ),
  },
)
