import type { Hypergraph } from '../ports/hypergraph.ts'

/** Leaves out every item whose unit has the very text of an earlier one's. One port call. */
export async function distinctTexts<Item extends { readonly unit: number }>(
  items: readonly Item[],
  hypergraph: Hypergraph,
): Promise<readonly Item[]> {
  const firstCopies = await hypergraph.firstCopies(items.map(({ unit }) => unit))
  const seen = new Set<number>()
  return items.filter((_, index) => {
    const firstCopy = firstCopies[index]!
    if (seen.has(firstCopy)) return false
    seen.add(firstCopy)
    return true
  })
}
