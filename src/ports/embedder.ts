export interface EmbedOptions {
  /** Some models embed what is searched and what searches differently. */
  readonly kind: 'document' | 'query'
  readonly signal?: AbortSignal | undefined
}

/** Turns texts into unit-length vectors. Deterministic for an identity; output order is input order. */
export interface Embedder {
  /** Name, revision and whatever else changes the vectors. Equal identities promise comparable vectors. */
  readonly identity: string
  readonly dimensions: number
  /**
   * How much a similarity from this embedder may move a ranking, 0 to 1: what an evaluation found for it, or what the operator says.
   */
  readonly denseWeight: number
  /** @returns one vector of `dimensions` finite numbers for each text. */
  embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]>
}
