import type { Candidate } from '../domain/candidate.ts'
import type { Proof } from '../domain/pack.ts'
import type { Tokenizer } from '../ports/tokenizer.ts'
import { sha256Of } from './sha256.ts'

/** What a proof is made from, beside the emitted text itself. */
export interface ProofInput {
  readonly tokenizer: Tokenizer
  readonly budgetTokens: number
  readonly reserveTokens: number
  readonly countedTokens: number
  readonly verified: boolean
  readonly saturated: boolean
  readonly mismatchedTokenizers: readonly string[]
}

/** States that a text fits, and ties the statement to the text by its hash. */
export function proofOf(text: string, input: ProofInput): Proof {
  const { tokenizer, budgetTokens, reserveTokens, countedTokens } = input
  return {
    tokenizer: tokenizer.identity,
    level: tokenizer.exactness,
    budgetTokens,
    reserveTokens,
    countedTokens,
    slackTokens: budgetTokens - reserveTokens - countedTokens,
    verified: input.verified,
    mismatchedTokenizers: input.mismatchedTokenizers,
    saturated: input.saturated,
    textSha256: sha256Of(text),
  }
}

/** Identities, other than the generation tokenizer's, that made the stored costs of these units; sorted, each once. */
export function mismatchedTokenizers(candidates: Iterable<Candidate>, tokenizer: Tokenizer): readonly string[] {
  const identities = new Set<string>()
  for (const { hyperedge } of candidates) identities.add(hyperedge.tokenCost.tokenizer)
  identities.delete(tokenizer.identity)
  return [...identities].sort()
}
