import type { SavingsEntry } from '../domain/ledger.ts'
import type { AvoidedTokens } from '../domain/usage.ts'
import { byName } from './get-or-make.ts'

/** Sums by tokenizer. Tokens of two tokenizers are never added up. */
export class AvoidedTally {
  readonly #tokens = new Map<string, number>()

  add({ tokenizer, tokens }: AvoidedTokens): void {
    this.#tokens.set(tokenizer, (this.#tokens.get(tokenizer) ?? 0) + tokens)
  }

  /** By tokenizer. */
  sums(): readonly AvoidedTokens[] {
    return byName(this.#tokens).map(([tokenizer, tokens]) => ({ tokenizer, tokens }))
  }
}

/** Tokens after the last phase of an entry. */
export function countedTokens({ rawTokens, phases }: SavingsEntry): number {
  return phases.at(-1)?.tokens ?? rawTokens
}
