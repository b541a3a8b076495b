import { type ErrorCode, PackgraphError } from '../../../domain/errors.ts'
import { checkGraphFile, type ExpectedGraph, type SoundGraph } from './graph-file.ts'
import { GraphWriter } from './graph-writer.ts'
import { importHnswlib } from './hnswlib.ts'

/** What a worker thread can be asked for; one task at a time. */
export type GraphTask =
  | { readonly task: 'begin'; readonly dimensions: number; readonly room: number }
  | { readonly task: 'add'; readonly labels: readonly number[]; readonly vectors: Float32Array }
  | { readonly task: 'save'; readonly path: string }
  | { readonly task: 'check'; readonly path: string; readonly expected: ExpectedGraph }

/** What it answers. An error of ours keeps its code on the way through. */
export type GraphAnswer =
  | { readonly done: true; readonly graph?: SoundGraph }
  | { readonly done: false; readonly message: string; readonly code?: ErrorCode }

/** Does the tasks of one thread, in their order; it builds one graph. */
export class GraphTasks {
  #writer: GraphWriter | undefined

  /** Never throws. */
  async answer(task: GraphTask): Promise<GraphAnswer> {
    try {
      return { done: true, ...(await this.#perform(task)) }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return { done: false, message, ...(error instanceof PackgraphError && { code: error.code }) }
    }
  }

  async #perform(task: GraphTask): Promise<{ readonly graph?: SoundGraph }> {
    switch (task.task) {
      case 'begin':
        this.#writer = new GraphWriter(await importHnswlib(), task.dimensions, task.room)
        return {}
      case 'add':
        this.#begun().add(task.labels, task.vectors)
        return {}
      case 'save':
        return { graph: this.#begun().save(task.path) }
      case 'check':
        return { graph: checkGraphFile(task.path, task.expected) }
    }
  }

  #begun(): GraphWriter {
    if (!this.#writer) throw new PackgraphError('INVALID_OPTION', 'no graph was begun')
    return this.#writer
  }
}
