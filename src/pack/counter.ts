import { throwIfCancelled } from '../domain/errors.ts'
import { checkedCount } from '../domain/token-count.ts'
import type { Tokenizer } from '../ports/tokenizer.ts'

/** Counts each text once per pack, however often it is asked for. */
export interface Counter {
  /** Identity of the tokenizer that counts. */
  readonly tokenizer: string
  count(text: string): Promise<number>
}

/**
 * A counter over the generation model's tokenizer.
 * @throws PackgraphError `CANCELLED` before a count when the signal has fired; `TOKENIZER_FAILED` when a count is not a whole number from 0, because a
 * proof over anything else proves nothing.
 */
export function createCounter(tokenizer: Tokenizer, signal: AbortSignal | undefined): Counter {
  const known = new Map<string, number>([['', 0]])
  const count = async (text: string): Promise<number> => {
    const tokens = known.get(text)
    if (tokens !== undefined) return tokens
    throwIfCancelled(signal)
    const answer = tokenizer.count(text, { signal })
    const counted = checkedCount(typeof answer === 'number' ? answer : await answer, tokenizer.identity)
    known.set(text, counted)
    return counted
  }
  return { tokenizer: tokenizer.identity, count }
}
