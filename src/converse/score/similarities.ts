import type { Embedder } from '../../ports/embedder.ts'

/** The vector of a text, by the text's own hash or whatever else the caller remembers it by. */
export interface VectorMemory {
  get(text: string): Float32Array | undefined
  set(text: string, vector: Float32Array): void
}

/**
 * How near each text is to a query by an embedder: cosines, -1 to 1. Texts that the memory knows are not embedded again.
 * Errors: whatever the embedder throws.
 */
export async function similaritiesTo(
  query: string,
  texts: readonly string[],
  { embedder, memory, signal }: { embedder: Embedder; memory: VectorMemory; signal?: AbortSignal | undefined },
): Promise<readonly number[]> {
  const missing = [...new Set(texts)].filter((text) => memory.get(text) === undefined)
  const vectors = missing.length === 0 ? [] : await embedder.embed(missing, { kind: 'document', signal })
  missing.forEach((text, index) => {
    memory.set(text, vectors[index]!)
  })
  const [target] = await embedder.embed([query], { kind: 'query', signal })
  return texts.map((text) => dot(memory.get(text)!, target!))
}

function dot(left: Float32Array, right: Float32Array): number {
  return left.reduce((sum, value, index) => sum + value * right[index]!, 0)
}
