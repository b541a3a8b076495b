import type { TextEncodingName } from '../domain/document.ts'
import type { TokenCost } from '../domain/hyperedge.ts'
import type { HyperedgeDraft } from './store.ts'

/** A document that is to be read, and what is known of it before. */
export interface DocumentTask {
  readonly bytes: Uint8Array
  readonly mediaType: string
  /** As the caller gave it; undefined leaves it to the text. */
  readonly title: string | undefined
  /** Stated by text that a program hands over; undefined leaves it to the bytes. */
  readonly encoding: TextEncodingName | undefined
  /** Read what is neither UTF-8 nor UTF-16 as Latin-1. */
  readonly latin1: boolean
}

/** A hyperedge on its way: its cost and its embedding may be left to a later step. */
export interface HyperedgeSketch extends Omit<HyperedgeDraft, 'tokenCost' | 'embedding'> {
  readonly tokenCost?: TokenCost
  readonly embedding?: Float32Array
}

/** All that follows from a document's bytes and the facts about it. */
export interface PreparedDocument {
  readonly encoding: TextEncodingName
  /** The given title, else the text's own, else empty. */
  readonly title: string
  readonly hyperedges: readonly HyperedgeSketch[]
}

/** A document whose bytes are no text. */
export interface UndecodableDocument {
  readonly undecodable: string
}

export type Preparation = PreparedDocument | UndecodableDocument

/**
 * Does the part of indexing that needs nothing but a processor: bytes in, sketches out. What it makes depends on the task alone and is the same wherever it runs.
 * @throws PackgraphError `WORKER_FAILED` when a thread that did the work ended, and whatever the tokenizer or the embedder throws.
 */
export interface DocumentPreparer {
  /** How many calls should be under way at once: enough that its threads stay busy while the caller does something else. */
  readonly capacity: number
  /** @returns one preparation for each task, in order. Bytes are copied where they have to be, and never changed. */
  prepare(tasks: readonly DocumentTask[]): Promise<readonly Preparation[]>
  /** Stops what still runs, and resolves when nothing does. What was asked for and is not done never resolves, or is rejected. */
  close(): Promise<void>
}

/** Starts that many worker threads; they get ready while the caller goes on. */
export type StartWorkers = (workers: number) => DocumentPreparer
