import type { DocumentInput } from '../domain/document.ts'

/** Where an entry came from, and how much of the work it stands for. */
interface SourceEntryBase {
  /** The path argument under which it was found, absolute, with symbolic links resolved. */
  readonly root: string
  /**
   * Bytes of the file on disk that are done with this entry (a share of them for a record of a corpus; compressed bytes for a compressed one). Over all
   * entries they sum to about `totalBytes`.
   */
  readonly sizeBytes: number
}

/** A document to index: `bytes` for a file, `text` for a record of a corpus; `uri` always. */
export interface SourceDocument extends SourceEntryBase {
  readonly kind: 'document'
  readonly input: DocumentInput & { readonly uri: string }
  /** Line of the corpus file, from 1; absent for a file. */
  readonly line?: number
}

/** Something that is no document: left out on purpose (`skipped`), or it should have gone in and did not (`failed`). */
export interface SourceProblem extends SourceEntryBase {
  readonly kind: 'skipped' | 'failed'
  /** The file's path relative to its root; for a line of a corpus, the corpus file's. */
  readonly uri: string
  readonly reason: string
  /** Line of a corpus file, from 1. */
  readonly line?: number
}

export type SourceEntry = SourceDocument | SourceProblem

export interface SourceOptions {
  /** Whether files that are neither UTF-8 nor UTF-16 will be read as Latin-1; here it only decides which files are told to be binary. */
  readonly latin1: boolean
  /** A file, or a record of a corpus, that is larger is left out and reported. */
  readonly maxFileBytes: number
  readonly signal?: AbortSignal | undefined
}

/** One reading of some paths. */
export interface DocumentSource {
  /** Sum of file sizes, known once the folders are walked; undefined when the walk failed (`entries` tells why). Never rejects. */
  readonly totalBytes: Promise<number | undefined>
  /** The path arguments, absolute, with symbolic links resolved: what entries name as their root. Empty when the walk failed. Never rejects. */
  readonly roots: Promise<readonly string[]>
  /**
   * In an order that depends on paths and names alone. Iterate once.
   * @throws PackgraphError `INPUT` when a path does not exist, `CANCELLED` when the signal fires.
   */
  readonly entries: AsyncIterable<SourceEntry>
}

/** Finds documents under paths. Implementations hold one file, or one record, in memory at a time. */
export type ReadSources = (paths: readonly string[], options: SourceOptions) => DocumentSource
