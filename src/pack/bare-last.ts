import { isBareMarkup } from './piece.ts'
import type { RankedCandidate } from './placement.ts'

/**
 * Puts units that are markup alone (anchors, tags, link definitions, includes) behind all others: they are found by words that nobody reads, and get the room that
 * nothing else wants. Otherwise the order stays. A function of texts and order alone.
 */
export function bareLast(candidates: readonly RankedCandidate[]): readonly RankedCandidate[] {
  const isBare = ({ candidate: { hyperedge } }: RankedCandidate): boolean =>
    /[\p{L}\p{N}]/u.test(hyperedge.text) && isBareMarkup(hyperedge.text)
  return [...candidates.filter((ranked) => !isBare(ranked)), ...candidates.filter(isBare)]
}
