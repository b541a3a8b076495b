/**
 * The constants of `heuristic@1`, in hundredths of a token. They were fitted by least squares on half of 17,958 units of text in 57 classes (prose,
 * code, tables, logs, 20 languages), against three public vocabularies. Changing any of them changes counts, and therefore needs a new identity.
 */

/** Segments of Latin letters: `word`, `Word`, `HTML`, one segment each in `parseURLFromString`. */
export const LETTERS = {
  /** Any segment that is not all capitals. */
  segment: 95,
  /** A capital that stands alone. */
  loneCapital: 137,
  /** A segment of two or more capitals, and each of its letters beyond the second. */
  capitals: 118,
  capitalBeyondSecond: 17,
  /** Each letter beyond the sixth of a word that follows white space. */
  beyondSixthOfWord: 9,
  /** Each letter beyond the fifth where the word is glued to what precedes it. */
  beyondFifthGlued: 13,
  /** A segment that follows a single punctuation mark. */
  afterPunctuation: 27,
  /** Each letter beyond the second after a digit: identifiers and hashes rather than words. */
  beyondSecondAfterDigit: 25,
  /** Each letter beyond the 24th: not a word at all. */
  beyondTwentyFourth: 20,
  /** Each consonant beyond the third in a row. */
  consonantBeyondThird: 50,
  /** Each of j, k, q, v, x, z. */
  rareLetter: 24,
  /** Each accented letter of Latin-1. */
  accentedLetter: 50,
  /** Each letter beyond the fourth, shortly after a letter of Latin Extended, or else after an accented letter of Latin-1. */
  beyondFourthNearExtended: 35,
  beyondFourthNearAccent: 12,
} as const

/** How far, in UTF-16 code units from the start of a word, an accent marks the text as not English. */
export const ACCENT_REACH = 48

/** Runs of ASCII digits. */
export const DIGITS = {
  /** Every group of three. */
  groupOfThree: 103,
  /** The space before a number, which does not join it. */
  spaceBefore: 102,
} as const

/** Runs of spaces and tabs; a single space joins the word after it and costs nothing. */
export const SPACES = {
  run: 89,
  /** One further `run` for each so many characters. */
  runLength: 128,
} as const

/** Runs of line ends; one that follows punctuation joins it. */
export const NEWLINES = {
  run: 102,
  /** One further `run` for each so many characters. */
  runLength: 16,
} as const

/** Runs of ASCII punctuation. */
export const MARKS = {
  /** A mark that stands alone, and the first of a run. */
  mark: 97,
  /** A mark between a number or sign and a letter: it usually joins the letter. */
  joiningMark: 57,
  /** Each further mark that differs from the one before it, and each that repeats it. */
  change: 9,
  repeat: 4,
} as const

/** The start of a run in scripts that are written with spaces between words. */
export const SCRIPT_RUN_START = 100

/** Box drawing, by run and by character. */
export const BOX_RUN_START = 103

/** A pair of surrogates: the emoji planes, and every other astral character. */
export const EMOJI = 221
export const ASTRAL = 196
