import type { DocumentPreparer, DocumentTask, Preparation } from '../ports/document-preparer.ts'
import { BATCH_BYTES } from './batches.ts'
import { ChunkQueue } from './chunk-queue.ts'
import type { EngineParts } from './parts.ts'
import { prepareDocuments } from './prepare-documents.ts'
import { untilCancelled } from './until-cancelled.ts'

/** Below this a run that named no number of workers goes as fast without: they load and compile what this thread has at hand. Measured on two processors. */
const WORTHWHILE_BYTES = 8 * BATCH_BYTES
/** How many batches may be on their way while one is committed. They are cut small, so that two keep any number of workers busy. */
const BATCHES_AHEAD = 2

/**
 * Where the documents of one run are prepared: on this thread until there is enough of them, then on worker threads as well, which get ready while this one goes
 * on. What comes out is the same.
 */
export class Preparers {
  readonly #parts: EngineParts
  readonly #workers: number
  readonly #startBytes: number
  #pool: DocumentPreparer | undefined
  #queue: ChunkQueue | undefined
  #bytesPrepared = 0

  /** @param workers how many there are to be as soon as a batch is prepared, 0 keeps all work on this thread; undefined for the default, where it is worth it. */
  constructor(parts: EngineParts, workers: number | undefined) {
    this.#parts = parts
    this.#workers = workers ?? parts.defaultWorkers
    this.#startBytes = workers === undefined ? WORTHWHILE_BYTES : BATCH_BYTES
  }

  /** How many batches are worth preparing before the one that is due: what bounds memory. */
  get batchesAhead(): number {
    return this.#queue === undefined ? 0 : BATCHES_AHEAD
  }

  prepare(tasks: readonly DocumentTask[]): Promise<readonly Preparation[]> {
    if (this.#queue !== undefined) return this.#queue.prepare(tasks)
    for (const { bytes } of tasks) this.#bytesPrepared += bytes.length
    if (this.#workers > 0 && this.#bytesPrepared >= this.#startBytes) {
      this.#pool = this.#parts.startWorkers(this.#workers)
      this.#queue = new ChunkQueue(this.#pool, (chunk) => this.#prepareHere(chunk))
    }
    return this.#prepareHere(tasks)
  }

  /**
   * Waits for what `prepare` gave, and takes a share in the work meanwhile.
   * @throws PackgraphError `CANCELLED`, and what the preparations throw.
   */
  finish(
    preparations: Promise<readonly Preparation[]>,
    signal: AbortSignal | undefined,
  ): Promise<readonly Preparation[]> {
    return this.#queue?.helpUntil(preparations, signal) ?? untilCancelled(preparations, signal)
  }

  /** Ends the worker threads, whatever they do. */
  async close(): Promise<void> {
    await this.#pool?.close()
  }

  /** Costs and embeddings are left to the commit, which waits for a slow embedder without holding up what is to be read. */
  #prepareHere(tasks: readonly DocumentTask[]): Promise<readonly Preparation[]> {
    return prepareDocuments(tasks, { ...this.#parts, tokenizer: undefined, embedder: undefined })
  }
}
