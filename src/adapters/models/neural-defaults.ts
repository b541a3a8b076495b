import type { EmbedOptions } from '../../ports/embedder.ts'

/**
 * `denseWeight` of neural embedders that nobody has evaluated here: above the static embedder's .5, below full trust. Operators who measured say theirs.
 */
export const NEURAL_DENSE_WEIGHT = 0.8

/** What some models want before a text, e.g. `query: ` and `passage: `. */
export interface Prefixes {
  /** Default: none. */
  readonly queryPrefix?: string
  /** Default: none. */
  readonly documentPrefix?: string
}

export function withPrefix(text: string, kind: EmbedOptions['kind'], prefixes: Prefixes): string {
  return `${(kind === 'query' ? prefixes.queryPrefix : prefixes.documentPrefix) ?? ''}${text}`
}

/** The part of an identity that says which prefixes were used; empty without any. */
export function prefixIdentity({ queryPrefix = '', documentPrefix = '' }: Prefixes): string {
  if (queryPrefix === '' && documentPrefix === '') return ''
  return `;prefixes=${JSON.stringify([queryPrefix, documentPrefix])}`
}
