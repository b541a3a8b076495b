import type { PackItem, SectionName } from '../domain/pack.ts'
import { arrange } from './layout.ts'
import type { Placement } from './placement.ts'

/** What was emitted, in the order of the text. */
export function itemsOf(
  stable: readonly Placement[],
  carried: readonly Placement[],
  selected: readonly Placement[],
): readonly PackItem[] {
  return [
    ...stable.map((placement) => itemOf(placement, 'stable')),
    ...carried.map((placement) => itemOf(placement, 'carried')),
    ...arrange(selected)
      .flat()
      .map((placement) => itemOf(placement, 'selected')),
  ]
}

function itemOf({ candidate, body, rank }: Placement, section: SectionName): PackItem {
  const { hyperedge, document } = candidate
  return {
    id: hyperedge.id,
    ref: candidate.reference,
    uri: document.uri,
    title: document.title,
    headingPath: hyperedge.headingPath,
    text: body.text,
    spans: body.spans,
    excerpt: body.excerpt,
    section,
    rank,
    score: candidate.score,
    tokenCost: hyperedge.tokenCost.tokens,
    tokenizer: hyperedge.tokenCost.tokenizer,
    duplicates: candidate.duplicates,
  }
}
