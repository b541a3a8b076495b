import { setImmediate as nextTurn } from 'node:timers/promises'
import { throwIfCancelled } from '../domain/errors.ts'
import type { DocumentPreparer, DocumentTask, Preparation } from '../ports/document-preparer.ts'
import { untilCancelled } from './until-cancelled.ts'

/** Small enough that whoever waits for one waits a few hundredths of a second, large enough that messages cost little. */
const CHUNK_BYTES = 65_536

type Prepare = (tasks: readonly DocumentTask[]) => Promise<readonly Preparation[]>

interface Chunk {
  readonly tasks: readonly DocumentTask[]
  readonly resolve: (preparations: Promise<readonly Preparation[]>) => void
}

/**
 * Work that worker threads and this one share: neighbouring documents go together in chunks, and one large document alone. Workers are given a few chunks each;
 * what they have not been given yet, this thread does while it would have to wait for them.
 */
export class ChunkQueue {
  readonly #workers: DocumentPreparer
  readonly #prepareHere: Prepare
  readonly #waiting: Chunk[] = []
  /** Chunks that workers have been given and not answered. */
  #given = 0

  constructor(workers: DocumentPreparer, prepareHere: Prepare) {
    this.#workers = workers
    this.#prepareHere = prepareHere
  }

  /** @returns one preparation for each task, in order. */
  async prepare(tasks: readonly DocumentTask[]): Promise<readonly Preparation[]> {
    const preparations = inChunks(tasks).map(
      (chunk) =>
        new Promise<readonly Preparation[]>((resolve) => {
          this.#waiting.push({ tasks: chunk, resolve })
        }),
    )
    this.#give()
    return (await Promise.all(preparations)).flat()
  }

  /**
   * Waits for work, and as long as that is not done does what no worker has taken, the oldest first.
   * @throws PackgraphError `CANCELLED`, and what the work throws.
   */
  async helpUntil<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
    let isDone = false
    const done = (): void => {
      isDone = true
    }
    work.then(done, done)
    await nextTurn()
    for (let chunk = this.#next(isDone); chunk !== undefined; chunk = this.#next(isDone)) {
      throwIfCancelled(signal)
      chunk.resolve(this.#prepareHere(chunk.tasks))
      // Workers are heard, and given more, between two chunks.
      await nextTurn()
    }
    return untilCancelled(work, signal)
  }

  #next(isDone: boolean): Chunk | undefined {
    return isDone ? undefined : this.#waiting.shift()
  }

  #give(): void {
    while (this.#given < this.#workers.capacity) {
      const chunk = this.#waiting.shift()
      if (chunk === undefined) return
      this.#given++
      const answer = this.#workers.prepare(chunk.tasks)
      const given = (): void => {
        this.#given--
        this.#give()
      }
      answer.then(given, () => {}) // a failure ends the run, and is told by what waits for the chunk
      chunk.resolve(answer)
    }
  }
}

function inChunks(tasks: readonly DocumentTask[]): readonly (readonly DocumentTask[])[] {
  const chunks: DocumentTask[][] = []
  let room = 0
  for (const task of tasks) {
    if (room <= 0) {
      chunks.push([])
      room = CHUNK_BYTES
    }
    chunks.at(-1)?.push(task)
    room -= task.bytes.length
  }
  return chunks
}
