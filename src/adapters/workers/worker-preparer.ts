import type { DocumentPreparer, DocumentTask } from '../../ports/document-preparer.ts'
import { answered, type PreparationAnswer, type PreparationRequest, type WorkerTools } from './preparation-messages.ts'
import { startWorkerPool } from './worker-pool.ts'

/** Chunks of 64 KB: more work than the main thread needs to write a batch and to complete what it prepared of it, for it sends nothing meanwhile. */
const CALLS_A_THREAD = 16

export interface WorkerPreparerOptions {
  /** The module that threads run; exports `prepare`, made by `servePreparation`. */
  readonly entry: URL
  readonly threads: number
  /** What threads can make for themselves; what is absent stays undone. */
  readonly tools: WorkerTools
}

/**
 * Prepares documents on worker threads, each call on one of them.
 *
 * Nothing is transferred, all is cloned: a thread that gives a buffer away loses V8's promise that none of its buffers is gone, and from then on every access to
 * a typed array is checked. Embedding took half as long again.
 */
export function startWorkerPreparer({ entry, threads, tools }: WorkerPreparerOptions): DocumentPreparer {
  const pool = startWorkerPool<PreparationRequest, PreparationAnswer>({
    entry,
    handler: 'prepare',
    threads,
    tasksAThread: CALLS_A_THREAD,
  })
  return {
    capacity: threads * CALLS_A_THREAD,
    prepare: async (tasks) => answered(await pool.run({ tasks: tasks.map(withOwnBytes), tools })),
    close: pool.close,
  }
}

/** Cloning a view clones the whole buffer behind it, which may be large. */
function withOwnBytes(task: DocumentTask): DocumentTask {
  const { bytes } = task
  return bytes.byteLength === bytes.buffer.byteLength ? task : { ...task, bytes: bytes.slice() }
}
