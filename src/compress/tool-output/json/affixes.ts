export interface Affixes {
  readonly prefix: string
  readonly suffix: string
}

const NO_AFFIXES: Affixes = { prefix: '', suffix: '' }
const THROUGH_DATE = /^.*\d{4}-\d\d-\d\d[T ]/s
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
/** The end of a prefix within an address, a version or a time: the next character may belong to it. */
const ENDS_IN_NUMBER = /\d[^\p{L}\p{N}]$/u
const BEGINS_IN_NUMBER = /^[^\p{L}\p{N}]\d/u
const LONE_SURROGATE = /\p{Surrogate}/u

/**
 * What all strings begin and end with, cut back to where a reader would cut: never within a word, a number, an address or a version, and of a time stamp the whole
 * date or nothing. Linear in the first string times their number.
 */
export function affixesOf(texts: readonly string[]): Affixes {
  const prefix = cutPrefix(commonPrefix(texts))
  const suffix = cutSuffix(commonSuffix(texts, prefix.length))
  return LONE_SURROGATE.test(prefix) || LONE_SURROGATE.test(suffix) ? NO_AFFIXES : { prefix, suffix }
}

function commonPrefix(texts: readonly string[]): string {
  const first = texts[0]!
  let length = first.length
  for (const text of texts) {
    let same = 0
    while (same < length && text.charCodeAt(same) === first.charCodeAt(same)) same++
    length = same
    if (length === 0) break
  }
  return first.slice(0, length)
}

/** The common end of what is left behind a common beginning of `from` characters. */
function commonSuffix(texts: readonly string[], from: number): string {
  const first = texts[0]!
  let length = first.length - from
  for (const text of texts) {
    const most = Math.min(length, text.length - from)
    let same = 0
    while (same < most && text.charCodeAt(text.length - 1 - same) === first.charCodeAt(first.length - 1 - same)) same++
    length = same
    if (length === 0) break
  }
  return first.slice(first.length - length)
}

function cutPrefix(prefix: string): string {
  const date = THROUGH_DATE.exec(prefix)?.[0]
  if (date !== undefined) return date
  let end = prefix.length
  while (
    end > 0 &&
    (LETTER_OR_DIGIT.test(prefix[end - 1]!) || ENDS_IN_NUMBER.test(prefix.slice(Math.max(0, end - 2), end)))
  )
    end--
  return prefix.slice(0, end)
}

function cutSuffix(suffix: string): string {
  let start = 0
  while (
    start < suffix.length &&
    (LETTER_OR_DIGIT.test(suffix[start]!) || BEGINS_IN_NUMBER.test(suffix.slice(start, start + 2)))
  )
    start++
  return suffix.slice(start)
}
