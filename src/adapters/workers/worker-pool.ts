import { Piscina } from 'piscina'
import { PackgraphError } from '../../domain/errors.ts'

export interface WorkerPoolOptions {
  /** The module that every thread runs. */
  readonly entry: URL
  /** Which of its exports takes a task. */
  readonly handler: string
  readonly threads: number
  /** How many tasks a thread may be sent before it has answered the first one. The handler sees to it that they are done in turn. Default: 1. */
  readonly tasksAThread?: number
}

/** Threads that all do one kind of work. They keep the process alive only while something is asked of them. */
export interface WorkerPool<Task, Answer> {
  /** Task and answer are cloned. @throws PackgraphError `WORKER_FAILED` when a thread ended or its handler threw. */
  run(task: Task): Promise<Answer>
  /** Ends the threads, whatever they do, and resolves when they are gone. What is still asked for is rejected. */
  close(): Promise<void>
}

/**
 * Starts threads; nobody waits until they are ready. One that ends unasked fails everything that is asked of any of them, so that nothing waits for an answer
 * that will not come.
 */
export function startWorkerPool<Task, Answer>({
  entry,
  handler,
  threads,
  tasksAThread = 1,
}: WorkerPoolOptions): WorkerPool<Task, Answer> {
  const pool = new Piscina<Task, Answer>({
    filename: entry.href,
    name: handler,
    minThreads: threads,
    maxThreads: threads,
    concurrentTasksPerWorker: tasksAThread,
    recordTiming: false,
  })
  const waiting = new Set<(error: unknown) => void>()
  let failure: PackgraphError | undefined
  const fail = (cause: unknown): void => {
    failure ??= workerFailed(entry, cause)
    for (const reject of waiting) reject(failure)
    waiting.clear()
  }
  // A thread that fails before it takes its first task has nobody else to tell.
  pool.on('error', fail)
  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        if (failure !== undefined) throw failure
        waiting.add(reject)
        pool.run(task).then((answer) => {
          waiting.delete(reject)
          resolve(answer)
        }, fail)
      }),
    close: () => pool.destroy(),
  }
}

function workerFailed(entry: URL, cause: unknown): PackgraphError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new PackgraphError('WORKER_FAILED', `a worker thread ended before its work was done: ${reason}`, {
    facts: { entry: entry.href },
    hint: 'What was committed is intact: run it again, with workers: 0 (--workers 0) if this comes back.',
    cause,
  })
}
