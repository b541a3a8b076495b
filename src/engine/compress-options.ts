import type { EventListener } from '../domain/events.ts'
import type { Summarizer } from '../ports/summarizer.ts'
import type { Tokenizer } from '../ports/tokenizer.ts'
import type { CacheProfileChoice } from './effective-tokens.ts'

export interface CompressOptions {
  /** The generation model's tokenizer, by name or as an object. */
  readonly tokenizer?: string | Tokenizer
  /** The generation model, by name; its tokenizer is looked up. Give either this or `tokenizer`. */
  readonly model?: string
  /** What the reader wants to know. Sentences are kept by their relevance to it, over the whole document. */
  readonly query?: string
  /** Volatile text (a date, a request id) printed after everything else. */
  readonly stamp?: string
  /** Where the budget cannot be met without touching what is protected: return the least possible text instead of throwing. Default: false. */
  readonly allowOver?: boolean
  /** Rewrites passages: `openai:<model>`, or an object. What it gets wrong is shortened by leaving out sentences. Default: none; no model is asked unasked. */
  readonly summarizer?: string | Summarizer
  /** For one passage. Default: 60,000. */
  readonly summarizerTimeoutMs?: number
  /** Cache profiles that the report's effective tokens are told under: ids, names or whole ones. Default: the newest of each provider. */
  readonly cacheProfiles?: readonly CacheProfileChoice[]
  readonly onEvent?: EventListener
  readonly signal?: AbortSignal
}
