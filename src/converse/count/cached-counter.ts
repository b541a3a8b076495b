import type { Counter } from '../../pack/counter.ts'
import type { CountCache } from './count-cache.ts'

/** The counter, which asks the cache first: what an earlier call has counted is not counted again. */
export function cachedCounter(counter: Counter, cache: CountCache): Counter {
  const { tokenizer } = counter
  const count = async (text: string): Promise<number> => {
    const known = cache.get(tokenizer, text)
    if (known !== undefined) return known
    const tokens = await counter.count(text)
    cache.set(tokenizer, text, tokens)
    return tokens
  }
  return { tokenizer, count }
}
