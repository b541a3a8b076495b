/** A unit that was found, as far as ranking documents goes. */
export interface FoundUnit {
  readonly uri: string
  readonly duplicates: readonly { readonly uri: string }[]
}

/**
 * The documents of ranked units, each at its best rank. A document whose very text was found at another place follows that place: the index keeps one unit
 * for all copies, and either is a right answer.
 */
export function documentRanking(units: readonly FoundUnit[]): readonly string[] {
  return [...new Set(units.flatMap(({ uri, duplicates }) => [uri, ...duplicates.map((copy) => copy.uri)]))]
}
