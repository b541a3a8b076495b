import { Worker } from 'node:worker_threads'
import { PackgraphError } from '../../../domain/errors.ts'
import { cancelledGraph } from './graph-error.ts'
import type { ExpectedGraph, SoundGraph } from './graph-file.ts'
import type { GraphAnswer, GraphTask } from './graph-tasks.ts'

/**
 * A worker thread that builds one graph, or checks files of graphs, while this thread goes on. It keeps the process alive until it is ended. Its tasks are asked for
 * one after the other: awaiting each is what keeps memory flat.
 */
export class GraphThread {
  readonly #worker: Worker
  #waiting: PromiseWithResolvers | undefined
  #ended: Error | undefined

  constructor() {
    this.#worker = new Worker(new URL('./graph-worker.js', import.meta.url))
    this.#worker.on('message', (answer: GraphAnswer) => this.#settle(answer))
    this.#worker.on('error', (error) => this.#end(error instanceof Error ? error : new Error(String(error))))
    this.#worker.on('exit', () => this.#end(cancelledGraph()))
  }

  /** @throws what importing the native package raised, as an `Error`; PackgraphError `INVALID_OPTION`. */
  async begin(dimensions: number, room: number): Promise<void> {
    await this.#ask({ task: 'begin', dimensions, room })
  }

  /** Adds vectors; `vectors` is moved to the thread and is empty afterwards. @throws as {@link GraphWriter.add}. */
  async add(labels: readonly number[], vectors: Float32Array<ArrayBuffer>): Promise<void> {
    await this.#ask({ task: 'add', labels, vectors }, [vectors.buffer])
  }

  /** @throws as {@link GraphWriter.save}. */
  save(path: string): Promise<SoundGraph> {
    return this.#askForGraph({ task: 'save', path })
  }

  /** @throws as {@link checkGraphFile}. */
  check(path: string, expected: ExpectedGraph): Promise<SoundGraph> {
    return this.#askForGraph({ task: 'check', path, expected })
  }

  /** Ends the thread, in the middle of a task if need be: that task fails with `CANCELLED`. */
  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  async #askForGraph(task: GraphTask): Promise<SoundGraph> {
    const { graph } = await this.#ask(task)
    if (!graph) throw new Error(`the task ${task.task} gave no graph`)
    return graph
  }

  #ask(task: GraphTask, moved: readonly ArrayBuffer[] = []): Promise<GraphAnswer & { readonly done: true }> {
    if (this.#ended) return Promise.reject(this.#ended)
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#worker.postMessage(task, moved)
    })
  }

  #settle(answer: GraphAnswer): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    if (answer.done) waiting?.resolve(answer)
    else waiting?.reject(answer.code ? new PackgraphError(answer.code, answer.message) : new Error(answer.message))
  }

  #end(error: Error): void {
    this.#ended ??= error
    this.#waiting?.reject(this.#ended)
    this.#waiting = undefined
  }
}

interface PromiseWithResolvers {
  readonly resolve: (answer: GraphAnswer & { readonly done: true }) => void
  readonly reject: (error: Error) => void
}
