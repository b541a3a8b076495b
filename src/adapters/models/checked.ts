import { PackgraphError, throwIfCancelled } from '../../domain/errors.ts'
import type { Embedder, EmbedOptions } from '../../ports/embedder.ts'

/** An embedder whose vectors nobody has looked at yet. Every {@link Embedder} is one. */
export interface UncheckedEmbedder extends Omit<Embedder, 'embed'> {
  embed(texts: readonly string[], options: EmbedOptions): Promise<readonly ArrayLike<number>[]>
}

/** Vectors whose length differs from 1 by less are left as they are. */
const UNIT_TOLERANCE = 1e-6

/**
 * Holds any embedder, a user's own included, to the contract of the port: one vector per text, of the declared dimensions, finite, not zero, of unit
 * length. Vectors of another length are scaled; vectors that are right come back untouched. Plain arrays of numbers are accepted. No texts, no call.
 *
 * Errors: `INVALID_OPTION` at once when the embedder's own declarations are unusable; from `embed`: `EMBEDDER_FAILED` naming the position and what was
 * wrong, or wrapping what the embedder threw; `CANCELLED`. Cost: one or two passes over the vectors.
 */
export function checkedEmbedder(embedder: UncheckedEmbedder): Embedder {
  checkDeclarations(embedder)
  const { identity, dimensions, denseWeight } = embedder
  return {
    identity,
    dimensions,
    denseWeight,
    async embed(texts, options) {
      throwIfCancelled(options.signal)
      if (texts.length === 0) return []
      const vectors: unknown = await embedOrFail(embedder, texts, options)
      if (!Array.isArray(vectors) || vectors.length !== texts.length)
        throw failed(identity, `returned ${Array.isArray(vectors) ? vectors.length : 'no list of'} vectors`, {
          expected: texts.length,
          detail: `for ${texts.length} texts`,
        })
      return vectors.map((vector, position) => unitVector(vector, position, dimensions, identity))
    },
  }
}

function checkDeclarations({ identity, dimensions, denseWeight }: UncheckedEmbedder): void {
  const wrong = (field: string, value: unknown, demand: string): PackgraphError =>
    new PackgraphError('INVALID_OPTION', `the embedder's ${field} must be ${demand}, and it is ${String(value)}`, {
      facts: { field, value },
    })
  if (typeof identity !== 'string' || identity === '') throw wrong('identity', identity, 'a non-empty string')
  if (!Number.isSafeInteger(dimensions) || dimensions < 1)
    throw wrong('dimensions', dimensions, 'a positive whole number')
  if (!(denseWeight >= 0 && denseWeight <= 1)) throw wrong('denseWeight', denseWeight, 'between 0 and 1')
}

async function embedOrFail(
  embedder: UncheckedEmbedder,
  texts: readonly string[],
  options: EmbedOptions,
): Promise<unknown> {
  try {
    return await embedder.embed(texts, options)
  } catch (cause) {
    throwIfCancelled(options.signal)
    if (cause instanceof PackgraphError) throw cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new PackgraphError('EMBEDDER_FAILED', `the embedder ${embedder.identity} failed: ${reason}`, {
      facts: { embedder: embedder.identity },
      cause,
    })
  }
}

function unitVector(vector: unknown, position: number, dimensions: number, identity: string): Float32Array {
  const fail = (what: string, facts: Record<string, unknown> = {}): PackgraphError =>
    failed(identity, `returned ${what} at position ${position}`, { position, ...facts })
  if (!isArrayOfNumbers(vector)) throw fail('something that is not a vector')
  if (vector.length !== dimensions)
    throw fail(`a vector of ${vector.length} numbers instead of ${dimensions}`, { length: vector.length, dimensions })
  let squares = 0
  for (let axis = 0; axis < dimensions; axis++) {
    const value = vector[axis]!
    if (!Number.isFinite(value)) throw fail(`${String(value)} for number ${axis} of the vector`, { axis })
    squares += value * value
  }
  const length = Math.sqrt(squares)
  if (length === 0) throw fail('a zero vector')
  if (!Number.isFinite(length)) throw fail('a vector too long to be measured')
  if (vector instanceof Float32Array && Math.abs(length - 1) < UNIT_TOLERANCE) return vector
  return Float32Array.from(vector, (value) => value / length)
}

function isArrayOfNumbers(value: unknown): value is ArrayLike<number> {
  return Array.isArray(value) || value instanceof Float32Array || value instanceof Float64Array
}

function failed(
  identity: string,
  what: string,
  { detail = '', ...facts }: { readonly detail?: string; readonly [fact: string]: unknown },
): PackgraphError {
  return new PackgraphError('EMBEDDER_FAILED', `the embedder ${identity} ${what}${detail === '' ? '' : ` ${detail}`}`, {
    facts: { embedder: identity, ...facts },
    hint: 'Nothing of this batch was stored. Check the embedding model or service and index again.',
  })
}
