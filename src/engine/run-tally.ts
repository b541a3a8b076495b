import type { EventListener } from '../domain/events.ts'
import type { Problem } from './batches.ts'
import type { AddReport, Failure } from './call-results.ts'

/** What a commit changed. */
export interface Committed {
  readonly generation: number
  readonly documents: number
  readonly replaced: number
  readonly hyperedges: number
}

/** Counts what a run of the indexer did and tells it as it happens. */
export class RunTally {
  readonly #onEvent: EventListener | undefined
  readonly #skipped: Failure[] = []
  readonly #failed: Failure[] = []
  #totalBytes: number | undefined
  #documentsDone = 0
  #bytesRead = 0
  #added = 0
  #replaced = 0
  #unchanged = 0
  #hyperedgesAdded = 0

  /** @param totalBytes what there is to read in all; never rejects. */
  constructor(onEvent: EventListener | undefined, totalBytes: Promise<number | undefined>) {
    this.#onEvent = onEvent
    void totalBytes.then((bytes) => {
      this.#totalBytes = bytes
    })
  }

  unchanged(documents: number): void {
    this.#unchanged += documents
  }

  problem({ kind, uri, reason, line }: Problem): void {
    const failure: Failure = { uri, reason, ...(line !== undefined && { line }) }
    if (kind === 'skipped') {
      this.#skipped.push(failure)
      this.#onEvent?.({ type: 'skipped', uri, reason })
    } else {
      this.#failed.push(failure)
      this.#onEvent?.({ type: 'failed', ...failure })
    }
  }

  committed({ generation, documents, replaced, hyperedges }: Committed): void {
    this.#added += documents - replaced
    this.#replaced += replaced
    this.#hyperedgesAdded += hyperedges
    this.#onEvent?.({ type: 'committed', generation, documents })
  }

  /** @param bytesDone bytes of the source up to here, of compressed files the compressed ones. */
  progress(documents: number, bytesRead: number, bytesDone: number): void {
    this.#documentsDone += documents
    this.#bytesRead += bytesRead
    this.#onEvent?.({
      type: 'progress',
      phase: 'index',
      documentsDone: this.#documentsDone,
      bytesDone,
      ...(this.#totalBytes !== undefined && { bytesTotal: this.#totalBytes }),
      hyperedgesDone: this.#hyperedgesAdded,
    })
  }

  notice(message: string): void {
    this.#onEvent?.({ type: 'notice', message })
  }

  report(documentsRemoved: number, generation: number): AddReport {
    return {
      documentsAdded: this.#added,
      documentsReplaced: this.#replaced,
      documentsUnchanged: this.#unchanged,
      documentsRemoved,
      hyperedgesAdded: this.#hyperedgesAdded,
      bytesRead: this.#bytesRead,
      skipped: this.#skipped,
      failed: this.#failed,
      generation,
    }
  }
}
