import { throwIfCancelled } from '../../src/domain/errors.ts'
import type { Embedder } from '../../src/ports/embedder.ts'

/** A small embedder for tests of what stands above the port: each word adds to one dimension, so shared words mean similar vectors. */
export function fakeEmbedder(
  settings: { readonly identity?: string; readonly dimensions?: number; readonly denseWeight?: number } = {},
): Embedder {
  const { identity = 'fake@1', dimensions = 16, denseWeight = 0.5 } = settings
  return {
    identity,
    dimensions,
    denseWeight,
    async embed(texts, { signal }) {
      throwIfCancelled(signal)
      return texts.map((text) => vectorOf(text, dimensions))
    },
  }
}

function vectorOf(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions)
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    let sum = 7
    for (let index = 0; index < word.length; index++) sum = (sum * 31 + word.charCodeAt(index)) % 1_000_003
    vector[sum % dimensions]! += 1
  }
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  if (length === 0) vector[0] = 1
  return length === 0 ? vector : vector.map((value) => value / length)
}
