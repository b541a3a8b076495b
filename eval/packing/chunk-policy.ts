import { type ContextIndex, countTokens } from 'packgraph'
import { CHUNK_SEPARATOR, type Chunk } from './fixed-chunks.ts'
import type { Counting, Packed, PackedSpan, PackingPolicy } from './policy.ts'

/** Chunks asked for: more than budgets of some ten thousand tokens hold. */
const CHUNKS = 200

/**
 * Whole chunks in the order in which `index`, which holds nothing but them, ranks them, each if it fits in what is left. No headers, no titles: every token of
 * the budget is a token of the corpus. A text that several documents hold is printed once.
 */
export function chunkPolicy(
  name: string,
  index: ContextIndex,
  chunks: readonly Chunk[],
  counting: Counting,
): PackingPolicy {
  const byId = new Map(chunks.map((chunk) => [chunk.id, chunk]))
  return {
    name,
    leastBudgetTokens: 1,
    pack: async (question, budgetTokens, signal) => {
      const { hits } = await index.search(question, { limit: CHUNKS, ...(signal && { signal }) })
      const ranked = hits.map(({ uri, duplicates }) => [uri, ...duplicates.map((copy) => copy.uri)])
      const chosen = chooseChunks(ranked, byId, budgetTokens)
      return await verified(chosen, budgetTokens, counting)
    },
  }
}

/** A chunk to print, and the others with the same text. */
interface Choice {
  readonly chunk: Chunk
  readonly copies: readonly Chunk[]
}

function chooseChunks(
  ranked: readonly (readonly string[])[],
  byId: ReadonlyMap<string, Chunk>,
  budgetTokens: number,
): readonly Choice[] {
  const chosen: Choice[] = []
  const met = new Set<Chunk>()
  let room = budgetTokens
  for (const ids of ranked) {
    const [chunk, ...copies] = new Set(ids.flatMap((id) => byId.get(id) ?? []))
    if (!chunk || met.has(chunk) || chunk.tokens > room) continue
    for (const one of [chunk, ...copies]) met.add(one)
    room -= chunk.tokens
    chosen.push({ chunk, copies })
  }
  return chosen
}

/** Tokens merge across joins, so the sum is only nearly the count: the last chunk goes until the whole text fits. */
async function verified(chosen: readonly Choice[], budgetTokens: number, counting: Counting): Promise<Packed> {
  const packed = packedChunks(chosen)
  const { tokens } = await countTokens(packed.text, counting)
  return tokens <= budgetTokens ? packed : await verified(chosen.slice(0, -1), budgetTokens, counting)
}

function packedChunks(chosen: readonly Choice[]): Packed {
  return {
    text: chosen.map(({ chunk }) => chunk.text).join(CHUNK_SEPARATOR),
    spans: chosen.flatMap(({ chunk, copies }) => [spanOf(chunk), ...copies.map(copyOf)]),
  }
}

function spanOf({ doc, start, end }: Chunk): PackedSpan {
  return { doc, start, end }
}

function copyOf(chunk: Chunk): PackedSpan {
  return { ...spanOf(chunk), copy: true }
}
