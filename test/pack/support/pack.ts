import type { Candidate, Ranking } from '../../../src/domain/candidate.ts'
import { type PackCandidatesOptions, type PackedCandidates, packCandidates } from '../../../src/pack/pack-candidates.ts'
import type { Clock } from '../../../src/ports/clock.ts'
import type { Tokenizer } from '../../../src/ports/tokenizer.ts'
import { wordTokenizer } from './tokenizers.ts'

const stoppedClock: Pick<Clock, 'monotonicMs'> = { monotonicMs: () => 0 }

export const defaults: PackCandidatesOptions = {
  preamble: '',
  reserveTokens: 0,
  fill: true,
  verify: 'always',
  appendQuery: false,
  stamp: '',
}

export interface PackRequest extends Partial<PackCandidatesOptions> {
  readonly budgetTokens: number
  readonly pinned?: readonly Candidate[]
  readonly tokenizer?: Tokenizer
}

/** Packs with the defaults, a word tokenizer and a stopped clock. */
export function pack(ranking: Ranking, request: PackRequest): Promise<PackedCandidates> {
  const { budgetTokens, pinned = [], tokenizer = wordTokenizer, ...options } = request
  return packCandidates(
    { ranking, pinned, budgetTokens, options: { ...defaults, ...options } },
    tokenizer,
    stoppedClock,
  )
}
