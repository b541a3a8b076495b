import {
  type ContextIndex,
  type CountOptions,
  countTokens,
  type Pack,
  type PackItem,
  type PackOptions,
  parseReference,
} from 'packgraph'
import type { Dataset } from '../input/dataset.ts'
import type { DocumentSpan } from './document-spans.ts'

/** A stretch of a document that was emitted. */
export interface PackedSpan extends DocumentSpan {
  /** Set where the same text was emitted once, for another document. */
  readonly copy?: true
}

/** What a policy emits for one question: the text that a model would read, and where it comes from. */
export interface Packed {
  readonly text: string
  readonly spans: readonly PackedSpan[]
  /** What the policy itself says the text counts, where it says so; the run counts again. */
  readonly claimedTokens?: number
}

/** Who counts: the generation model or its tokenizer, by name. */
export type Counting = Pick<CountOptions, 'tokenizer' | 'model'>

/** One way of filling a budget. */
export interface PackingPolicy {
  readonly name: string
  /** The policy is asked only from this budget on. */
  readonly leastBudgetTokens: number
  /** Deterministic. */
  pack(question: string, budgetTokens: number, signal?: AbortSignal): Promise<Packed>
}

/**
 * The policies of a run: the default (select, verify, fill), the pure record without filling, and the whole corpus at budgets that hold it. */
export async function packingPolicies(
  dataset: Dataset,
  index: ContextIndex,
  counting: Counting,
): Promise<readonly PackingPolicy[]> {
  return [
    indexPolicy('default', index, counting),
    indexPolicy('record', index, { ...counting, fill: false }),
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

function packedOf({ text, items, proof }: Pack): Packed {
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

/** Every document in corpus order, whatever the question: what a large enough window would do. */
async function wholeCorpus({ documents }: Dataset, counting: Counting): Promise<PackingPolicy> {
  const text = documents.map(({ title, text }) => (title === '' ? text : `${title}\n${text}`)).join('\n\n')
  const { tokens } = await countTokens(text, counting)
  const spans = documents.map(({ id, text }) => ({ doc: id, start: 0, end: Buffer.byteLength(text) }))
  const packed: Packed = { text, spans, claimedTokens: tokens }
  return { name: 'whole-corpus', leastBudgetTokens: tokens, pack: async () => packed }
}
