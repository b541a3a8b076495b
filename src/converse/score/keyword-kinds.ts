import { identifierParts } from '../../domain/text/terms.ts'

/** How sure it is that somebody means this very thing: a figure or a word in capitals often stands for nothing in particular. */
export type KeywordStrength = 'strong' | 'weak'

/** Letters of scripts that part words by spaces. Codes stand in the middle of other scripts without any. */
export const SPACED_LETTERS: string = String.raw`\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}`
const CORE = String.raw`[${SPACED_LETTERS}\p{Nd}_]`
const DECIMAL = String.raw`\p{Nd}+(?:[.,]\p{Nd}+)*`
const UNIT = `(?:%|‰|°[CF]|(?:[kKMGT]i?B|[mnµμ]?s|[kMG]?Hz|[kcm]m|k?g|kWh|px|tokens?)(?!${CORE}))`

/** What begins at a place of a text, the longest kinds first: addresses, amounts, options, and names whose parts are joined. */
export const TOKEN: RegExp = new RegExp(
  [
    String.raw`(?<url>(?<!${CORE})[a-z][a-z0-9+.-]{1,15}:\/\/[^\s"'<>()[\]{}，。；]*[^\s"'<>()[\]{}，。；.,:;!?])`,
    String.raw`(?<amount>\p{Sc}[ ]?${DECIMAL}|(?<![${SPACED_LETTERS}\p{Nd}_.,:/-])${DECIMAL}[ ]?(?:\p{Sc}|${UNIT}))`,
    String.raw`(?<option>(?<![^\s"'\x60(=[])--[A-Za-z][A-Za-z0-9-]*)`,
    String.raw`(?<name>(?:(?<![^\s"'\x60(=[:,])(?:~?\/|\.{1,2}\/|[@#.]))?${CORE}+(?:(?:::|->|\/\.|:\\|,(?<=\p{Nd},)(?=\p{Nd})|[-./\\:@#])${CORE}+)*)`,
  ].join('|'),
  'gu',
)

const LETTER_AND_DIGIT = /\p{L}.*\p{Nd}|\p{Nd}.*\p{L}/u
/** `3rd`, `90s`, `2x`, `10k`. */
const COUNTING_WORD = /^\p{Nd}+(?:st|nd|rd|th|s|x|k|m)$/iu
const FIGURE = /^\p{Nd}+(?:[.,:/-]\p{Nd}+)*$/u
const SMALL_RATIO = /^\p{Nd}{1,2}[/-]\p{Nd}{1,2}$/u
const LEAST_DIGITS = 3
const CAPITALS = /^\p{Lu}{3,}$/u
const INNER_UNDERSCORE = /[\p{L}\p{Nd}]_+[\p{L}\p{Nd}]/u
const NAME_THEN_NUMBER = /^\p{L}+-\p{Nd}+$/u
const FILE_NAME = /(?:^|[/\\])[^/\\]{2,}\.[a-z][a-z0-9]{0,7}$/u
const ROOT = /^(?:~?\/|\.{1,2}\/)/
const JOINT = /::|->|[-./\\:@#,]+/u

/**
 * Whether a name is more than a word: a code (`E4042`), an identifier (`user_id`, `parseJson`), a version or figure (`2.0.1`, `500`, `2024-05-15`), a path, file
 * or address (`src/a.ts`, `a@b.org`), a word in capitals (`ENOENT`). Words that are only joined (`and/or`, `long-term`) are not.
 */
export function strengthOf(name: string): KeywordStrength | undefined {
  if (FIGURE.test(name)) return isFigure(name) ? 'weak' : undefined
  if (CAPITALS.test(name)) return 'weak'
  return isJoined(name) || name.split(JOINT).some(isSpecific) ? 'strong' : undefined
}

/**
 * Whether a keyword has to be in a request that had it: names of one thing, and phrases. Figures, words in capitals and single quoted words stand for nothing in particular as often as not; units
 * that hold them are recalled as far as there is room.
 */
export function isRequired(keyword: string): boolean {
  return /\s/.test(keyword) || strengthOf(keyword) === 'strong'
}

/** `3.5`, `12:30` and whatever has three digits; `12`, `1-2` and `24/7` count things. */
function isFigure(name: string): boolean {
  if (SMALL_RATIO.test(name)) return false
  return /[.:]/.test(name) || name.replace(/\P{Nd}/gu, '').length >= LEAST_DIGITS
}

function isSpecific(part: string): boolean {
  if (LETTER_AND_DIGIT.test(part)) return !COUNTING_WORD.test(part)
  return INNER_UNDERSCORE.test(part) || identifierParts(part).length > 0
}

/** Whether the joints between its parts say that it is no word. */
function isJoined(name: string): boolean {
  if (/^[@#.]/.test(name)) return name.length > 3 || /\p{Nd}/u.test(name)
  if (NAME_THEN_NUMBER.test(name) || name.includes('::') || name.includes('->')) return true
  if (/^[^@/]+@[^@/]+\.[^@/]+$/.test(name) || FILE_NAME.test(name)) return true
  const slashes = name.split(/[/\\]/).length - 1
  return slashes >= 2 || (slashes === 1 && ROOT.test(name))
}
