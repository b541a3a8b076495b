import { readFile } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { PackgraphError, throwIfCancelled } from '../../../domain/errors.ts'
import type { Embedder } from '../../../ports/embedder.ts'
import { createTextVectors, type TextVectors } from './text-vectors.ts'
import { openWordTable } from './word-table.ts'

const TABLE_FILE = new URL('./word-vectors.bin', import.meta.url)
const DIMENSIONS = 512
/** Half of full trust: these vectors mostly confirm what shared words have found already. */
const DENSE_WEIGHT = 0.5
/** About 10 ms of work, after which other work of the process and cancellation get their turn. */
const TEXTS_PER_TURN = 256

let shared: Promise<TextVectors> | undefined

/**
 * The default embedder, `static@1`: pre-trained word vectors and hashed character grams, no model, no network. 512 dimensions. A pure function of each
 * text, the same on every machine. The table (8 MB) is read from the package at the first text and shared by all embedders of the process.
 *
 * Errors: `EMBEDDER_UNAVAILABLE` when the table cannot be read, `CANCELLED`. Cost: tens of microseconds per 100 words.
 */
export function createStaticEmbedder(): Embedder {
  return {
    identity: 'static@1',
    dimensions: DIMENSIONS,
    denseWeight: DENSE_WEIGHT,
    async embed(texts, { signal }) {
      throwIfCancelled(signal)
      const vectorOf = await sharedTextVectors()
      // One memory for all: thousands of small ones take longer to make, and to hand from thread to thread.
      const memory = new Float32Array(texts.length * DIMENSIONS)
      const vectors: Float32Array[] = []
      for (const text of texts) {
        if (vectors.length > 0 && vectors.length % TEXTS_PER_TURN === 0) {
          await nextTurn()
          throwIfCancelled(signal)
        }
        const start = vectors.length * DIMENSIONS
        vectors.push(vectorOf(text, memory.subarray(start, start + DIMENSIONS)))
      }
      return vectors
    },
  }
}

function sharedTextVectors(): Promise<TextVectors> {
  shared ??= loadTextVectors().catch((error: unknown) => {
    shared = undefined
    throw error
  })
  return shared
}

async function loadTextVectors(): Promise<TextVectors> {
  let bytes: Uint8Array
  try {
    bytes = await readFile(TABLE_FILE)
  } catch (cause) {
    throw new PackgraphError('EMBEDDER_UNAVAILABLE', 'the word vectors of the static embedder cannot be read', {
      facts: { file: TABLE_FILE.href },
      hint: 'Install packgraph again; a bundler must copy word-vectors.bin beside the code.',
      cause,
    })
  }
  return createTextVectors(openWordTable(bytes), DIMENSIONS)
}
