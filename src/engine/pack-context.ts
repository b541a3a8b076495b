import type { Candidate } from '../domain/candidate.ts'
import type { Pack } from '../domain/pack.ts'
import { packCandidates } from '../pack/pack-candidates.ts'
import type { PackOptions } from './context-index.ts'
import { generationTokenizer } from './generation-tokenizer.ts'
import type { EngineParts } from './parts.ts'
import type { QueryViews } from './query-view.ts'
import { retrieveCandidates } from './retrieve-candidates.ts'

/** Candidates considered: enough that a budget can be filled with short units, bounded so that no budget makes a query slow. */
const MIN_CANDIDATES = 100
const MAX_CANDIDATES = 2000
const TOKENS_PER_CANDIDATE = 40

/** Query and budget to a proven pack. */
export async function packContext(
  query: string,
  budgetTokens: number,
  options: PackOptions,
  views: QueryViews,
  parts: EngineParts,
): Promise<Pack> {
  const startMs = parts.clock.monotonicMs()
  const tokenizer = await generationTokenizer(options, parts)
  const { filter, lanes, signal } = options
  const { ranking, pinned } = await retrieveCandidates(
    { query, limit: options.limit ?? candidateLimit(budgetTokens), filter, lanes, signal, pins: options.pin ?? [] },
    views,
    parts,
  )
  const candidates = withoutPinned(ranking.candidates, pinned)
  const retrieveMs = parts.clock.monotonicMs() - startMs
  const pack = await packCandidates(
    {
      ranking: { ...ranking, candidates },
      pinned,
      budgetTokens,
      options: {
        preamble: options.preamble ?? '',
        reserveTokens: options.reserveTokens ?? 0,
        fill: options.fill ?? true,
        selection: options.selection,
        verify: options.verify ?? 'always',
        appendQuery: options.appendQuery ?? false,
        stamp: options.stamp ?? '',
        signal,
      },
    },
    tokenizer,
    parts.clock,
  )
  const { knownShare } = ranking
  return { ...pack, knownShare, timings: { ...pack.timings, retrieveMs, totalMs: parts.clock.monotonicMs() - startMs } }
}

/** What is pinned is printed anyway, be it as another copy of the same text. */
function withoutPinned(candidates: readonly Candidate[], pinned: readonly Candidate[]): readonly Candidate[] {
  const printed = new Set(pinned.map(({ reference }) => reference))
  return candidates.filter(
    ({ reference, duplicates }) => !printed.has(reference) && !duplicates.some((copy) => printed.has(copy.ref)),
  )
}

function candidateLimit(budgetTokens: number): number {
  return Math.min(MAX_CANDIDATES, Math.max(MIN_CANDIDATES, Math.ceil(budgetTokens / TOKENS_PER_CANDIDATE)))
}
