import fc from 'fast-check'

/** Fragments at which splitting patterns and normalizers part ways. */
const FRAGMENTS: readonly string[] = [
  ...['the ', 'Hello', ' world', 'CamelCase', 'HTTPServer', 'snake_case', "don't", "it'September", ' naïve', 'ﬁ', 'ß'],
  ...["'s", "'S", "'re", "'LL", "'ſ", "'", "''", "'ve'd", 'ǅ', 'ʰ', 'ª', 'À', 'e\u0301', '\u0301'],
  ...['\n', '\n\n', '\r\n', '\r', ' ', '  ', '    ', '\t', '\n ', ' \n', '\n\n\n\t', '\u00a0', '\u0085', '\ufeff'],
  ...['\u2028', '\u3000', '\u180e', '\u200b', '\u200d', '\0', '\u001f'],
  ...['/', '//', '/\n', '.\n/', '\n/', '!\n', '{', '}\n', '();', '=>', '=====', '-----', '|---|', '<', '>', '#'],
  ...['<|endoftext|>', '<|endofprompt|>', '<|fim_prefix|>', '<EOT>', '<META_START>', '<s>', '</s>', '<unk>', '▁', '▁▁'],
  ...['👨‍👩‍👧‍👦', '🏳️‍🌈', '🇩🇪', '😀', '\ud83d', '\ude00', '𝒳𝒴', '𠀀', '\ufffd'],
  ...['漢字', 'かな', 'カナ', '한국어', 'Привет', 'ПРИВЕТ', 'مرحبا', 'नमस्ते', 'สวัสดี', 'Ω', 'ＡＢ', '１２'],
  ...['0', '123', '4567', '3.14', '١٢٣', 'Ⅷ', '½', '²', 'aGVsbG8=', 'deadBEEF', 'const x = 1\n', '  return null\n'],
]

const fragment = fc.constantFrom(...FRAGMENTS)
const codeUnit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))
const codePoint = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code))
const ascii = fc.integer({ min: 0, max: 0x7f }).map((code) => String.fromCharCode(code))
const whiteSpace = fc.constantFrom(' ', '\n', '\r', '\t', '\u0085', '\u00a0', '/', '.', 'a', "'")

function textOf(part: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<string> {
  return fc.array(part, { maxLength, size: 'max' }).map((parts) => parts.join(''))
}

/** Texts of mixed scripts, emoji families, lone surrogates, special-token text, code and runs of white space, up to some hundred characters. */
export const fuzzTexts: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: textOf(fragment, 30) },
  { weight: 2, arbitrary: textOf(whiteSpace, 24) },
  { weight: 1, arbitrary: textOf(codeUnit, 30) },
  { weight: 1, arbitrary: textOf(codePoint, 24) },
  { weight: 1, arbitrary: textOf(ascii, 60) },
  {
    weight: 1,
    arbitrary: fc.tuple(textOf(fragment, 4), fc.integer({ min: 2, max: 60 })).map(([text, n]) => text.repeat(n)),
  },
)

/** The seed of every run, so that a failure can be repeated. */
export const FUZZ_SEED = 20_261_130
