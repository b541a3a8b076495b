import type { DocumentPreparer, DocumentTask, Preparation } from '../../ports/document-preparer.ts'
import { answered, type PreparationAnswer, type PreparationRequest, type WorkerTools } from './preparation-messages.ts'
import { startWorkerPool } from './worker-pool.ts'

/** Small enough that a batch of a megabyte keeps every thread busy to its end, large enough that messages cost little. */
const CHUNK_BYTES = 65_536

export interface WorkerPreparerOptions {
  /** The module that threads run; exports `prepare`, made by `servePreparation`. */
  readonly entry: URL
  readonly threads: number
  /** What threads can make for themselves; what is absent stays undone. */
  readonly tools: WorkerTools
}

/**
 * Prepares documents on worker threads: neighbouring documents go together in chunks, and one large document alone.
 *
 * Nothing is transferred, all is cloned: a thread that gives a buffer away loses V8's promise that none of its buffers is gone, and from then on every access to
 * a typed array is checked. Embedding took half as long again.
 */
export function startWorkerPreparer({ entry, threads, tools }: WorkerPreparerOptions): DocumentPreparer {
  const pool = startWorkerPool<PreparationRequest, PreparationAnswer>({ entry, handler: 'prepare', threads })
  const prepareChunk = async (chunk: readonly DocumentTask[]): Promise<readonly Preparation[]> => {
    return answered(await pool.run({ tasks: chunk.map(withOwnBytes), tools }))
  }
  return {
    prepare: async (tasks) => (await Promise.all(inChunks(tasks).map(prepareChunk))).flat(),
    close: pool.close,
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

/** Cloning a view clones the whole buffer behind it, which may be large. */
function withOwnBytes(task: DocumentTask): DocumentTask {
  const { bytes } = task
  return bytes.byteLength === bytes.buffer.byteLength ? task : { ...task, bytes: bytes.slice() }
}
