/** The commonest words of English, which stand at the head of the invented distribution, so that stop words are as common as in real text. */
const COMMON =
  'the of and in to a is was for as on by with that it from at are were this which or be has an had its not have but also their one after two more first other been than when who where some there between may would about these all can into only during time over new'.split(
    ' ',
  )
const ONSETS = [
  'b',
  'br',
  'd',
  'dr',
  'f',
  'g',
  'gr',
  'h',
  'k',
  'l',
  'm',
  'n',
  'p',
  'pl',
  'r',
  's',
  'st',
  't',
  'tr',
  'v',
]
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ea', 'ou']
const CODAS = ['', 'l', 'm', 'n', 'r', 'st', 'x', 'ck']
const SYLLABLES = ONSETS.length * VOWELS.length * CODAS.length

/** How many words there are: about what a corpus of some million words has. */
export const WORD_COUNT = 60_000

/** The word at a rank of the frequency order, from 0. Invented words are pronounceable, distinct and not English on purpose. */
export function wordAt(rank: number): string {
  return COMMON[rank] ?? inventedWord(rank)
}

/** A distinct invented word for each number below a million: two syllables, the second of them without a coda where it can be. */
function inventedWord(number: number): string {
  // Multiplying by a number coprime to the modulus scatters neighbours over the alphabet without two of them meeting.
  const scattered = (number * 611_953) % (SYLLABLES * SYLLABLES)
  return syllable(scattered % SYLLABLES) + syllable(Math.floor(scattered / SYLLABLES))
}

function syllable(number: number): string {
  const onset = ONSETS[number % ONSETS.length]!
  const vowel = VOWELS[Math.floor(number / ONSETS.length) % VOWELS.length]!
  return onset + vowel + CODAS[Math.floor(number / (ONSETS.length * VOWELS.length))]!
}

const GIVEN_NAMES = 400
const FAMILY_NAMES = 4_000

/** A distinct two-word name for each number below 1.6 million. Many share a given name, fewer a family name, as people do. */
export function nameAt(number: number): string {
  const scattered = (number * 7_919) % (GIVEN_NAMES * FAMILY_NAMES)
  const given = inventedWord(200_000 + (scattered % GIVEN_NAMES))
  return `${capitalised(given)} ${capitalised(inventedWord(300_000 + Math.floor(scattered / GIVEN_NAMES)))}`
}

export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
