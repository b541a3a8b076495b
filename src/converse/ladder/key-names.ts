/** Words in keys of JSON whose values people come back for. */
const TELLING_WORDS: ReadonlySet<string> = new Set(
  (
    'id number no num code amount price cost fee total sum balance date time day status state name title ' +
    'email phone url uri path file line version error message reason result count quantity size rate'
  ).split(' '),
)

const NAME_PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g

/** Whether the key names what is an answer by itself: `payment_id`, `totalPrice`, `prices`. */
export function isTellingKey(key: string): boolean {
  for (const part of key.match(NAME_PARTS) ?? []) {
    const word = part.toLowerCase()
    if (TELLING_WORDS.has(word) || (word.endsWith('s') && TELLING_WORDS.has(word.slice(0, -1)))) return true
  }
  return false
}
