import { type ContextIndex, type Pack, type PackItem, type PackOptions, parseReference } from 'packgraph'
import type { Dataset } from '../input/dataset.ts'
import { BASELINE_LANES } from '../retrieval/systems.ts'
import { randomOrder, wholeCorpus } from './controls.ts'
import type { Counting, Packed, PackedSpan, PackingPolicy } from './policy.ts'
import { SELECTION_ARMS } from './selection-arms.ts'

/**
 * The policies of a run: the default (select, verify, fill), whole units alone, the pure record without filling, the default with other ways of choosing units, the
 * default over what simpler systems find, documents in random order, and the whole corpus at budgets that hold it.
 */
export async function packingPolicies(
  dataset: Dataset,
  index: ContextIndex,
  counting: Counting,
): Promise<readonly PackingPolicy[]> {
  return [
    indexPolicy('default', index, counting),
    indexPolicy('skip', index, { ...counting, fill: 'whole' }),
    indexPolicy('record', index, { ...counting, fill: false }),
    ...Object.entries(SELECTION_ARMS).map(([name, selection]) => indexPolicy(name, index, { ...counting, selection })),
    ...Object.entries(BASELINE_LANES).map(([name, lanes]) => indexPolicy(name, index, { ...counting, lanes })),
    await randomOrder(dataset, counting),
    await wholeCorpus(dataset, counting),
  ]
}

function indexPolicy(name: string, index: ContextIndex, options: PackOptions): PackingPolicy {
  return {
    name,
    leastBudgetTokens: 1,
    pack: async (question, budgetTokens, signal) =>
      packedOf(await index.pack(question, budgetTokens, { ...options, ...(signal && { signal }) })),
  }
}

/** What a pack of the index emits, and where it comes from. */
export function packedOf({ text, items, proof }: Pack): Packed {
  return { text, spans: items.flatMap(spansOf), claimedTokens: proof.countedTokens }
}

/** The spans of an item in its document, and the same in the documents that hold a copy of its unit. */
function spansOf({ uri, ref, spans, duplicates }: PackItem): readonly PackedSpan[] {
  const { start } = parseReference(ref).span
  const copies = duplicates.flatMap((copy) => {
    const shift = parseReference(copy.ref).span.start - start
    return spans.map((span) => ({
      doc: copy.uri,
      start: span.start + shift,
      end: span.end + shift,
      copy: true as const,
    }))
  })
  return [...spans.map((span) => ({ doc: uri, ...span })), ...copies]
}
