import type { Exactness } from '../domain/pack.ts'

/**
 * Counts tokens. `count` is pure: equal identity and equal text give an equal count, `count('')` is 0, and no text makes it throw, text that looks
 * like a special token included. A tokenizer that asks a service returns a promise.
 */
export interface Tokenizer {
  /** Name and revision. Equal identities promise equal counts. */
  readonly identity: string
  readonly exactness: Exactness
  count(text: string, options?: { readonly signal?: AbortSignal | undefined }): number | Promise<number>
}
