import { SCRIPT_RUN_START } from './weights.ts'

/** What a character of the range leaves behind: a sign ends the run of letters before it, a letter continues it. */
export type ScriptKind = 'sign' | 'letter' | 'box'

/** A range of UTF-16 code units with one price. */
export interface ScriptRange {
  readonly name: string
  /** First code unit; the range ends where the next one starts. */
  readonly from: number
  /** Hundredths of a token for each character. */
  readonly weight: number
  /** Hundredths of a token more for the first letter after something else. */
  readonly runStart: number
  readonly kind: ScriptKind
}

const INDIC = 71
const GREEK_OR_HEBREW = 31
const ARABIC = 18
const HAN = 76
const HANGUL = 72
const SIGN = 95
const JOINER = 118
const RARE_SCRIPT = 98

/** Everything beyond ASCII that is not a Latin letter, in order of code unit. Surrogates are priced apart. */
export const SCRIPT_RANGES: readonly ScriptRange[] = [
  sign('Latin-1 signs', 0x80, SIGN),
  spaced('Greek', 0x370, GREEK_OR_HEBREW),
  spaced('Cyrillic', 0x400, 14),
  letters('Armenian', 0x530, INDIC),
  spaced('Hebrew', 0x590, GREEK_OR_HEBREW),
  spaced('Arabic, Syriac', 0x600, ARABIC),
  spaced('Devanagari', 0x900, 26),
  letters('Bengali to Sinhala', 0x980, INDIC),
  letters('Thai', 0xe00, 43),
  letters('Lao, Tibetan, Burmese', 0xe80, RARE_SCRIPT),
  letters('Georgian', 0x10a0, INDIC),
  letters('Hangul Jamo', 0x1100, HANGUL),
  letters('Ethiopic to Vedic', 0x1200, RARE_SCRIPT),
  spaced('Greek Extended', 0x1f00, GREEK_OR_HEBREW),
  sign('punctuation, arrows, mathematics', 0x2000, SIGN),
  sign('zero width joiner', 0x200d, JOINER),
  sign('punctuation, arrows, mathematics', 0x200e, SIGN),
  { name: 'box drawing', from: 0x2500, weight: 30, runStart: 0, kind: 'box' },
  sign('geometric shapes to Braille', 0x25a0, SIGN),
  sign('CJK radicals and punctuation', 0x2e80, HAN),
  letters('Kana', 0x3040, 66),
  letters('Bopomofo, CJK compatibility', 0x3100, RARE_SCRIPT),
  letters('Han', 0x3400, HAN),
  letters('Yi to Meetei Mayek', 0xa000, RARE_SCRIPT),
  letters('Hangul', 0xac00, HANGUL),
  letters('Hangul Jamo Extended, surrogates, private use', 0xd7b0, RARE_SCRIPT),
  letters('Han compatibility', 0xf900, HAN),
  letters('presentation forms', 0xfb00, RARE_SCRIPT),
  letters('Arabic presentation forms', 0xfb50, ARABIC),
  sign('variation selectors', 0xfe00, JOINER),
  letters('Arabic presentation forms', 0xfe10, ARABIC),
  sign('full-width forms', 0xff00, HAN),
  letters('half-width forms', 0xff61, RARE_SCRIPT),
]

/** Index into {@link SCRIPT_RANGES} for each UTF-16 code unit from 0x80. */
export const SCRIPT_OF_CODE: Uint8Array = indexByCode(SCRIPT_RANGES)

function sign(name: string, from: number, weight: number): ScriptRange {
  return { name, from, weight, runStart: 0, kind: 'sign' }
}

function letters(name: string, from: number, weight: number): ScriptRange {
  return { name, from, weight, runStart: 0, kind: 'letter' }
}

/** A script with spaces between its words, whose first letter carries the price of a new token. */
function spaced(name: string, from: number, weight: number): ScriptRange {
  return { name, from, weight, runStart: SCRIPT_RUN_START, kind: 'letter' }
}

function indexByCode(ranges: readonly ScriptRange[]): Uint8Array {
  const index = new Uint8Array(0x10000)
  for (const [position, range] of ranges.entries()) index.fill(position, range.from)
  return index
}
