import type { ContextIndex, OpenOptions } from '../../index.ts'
import { isExpected } from './failure.ts'

type Purpose = 'read' | 'write'
type Work<Result> = (index: ContextIndex) => Promise<Result>

/**
 * The index file that a server answers from, opened when a call first needs it: to read only, and once more to write if ever a tool has something to keep. A file
 * that was replaced is opened again, one that was deleted is looked for at every call, so that the server survives whatever becomes of it.
 */
export class ServedIndex {
  readonly path: string
  readonly #embedder: string | undefined
  readonly #opened = new Map<Purpose, Promise<ContextIndex>>()
  #closed = false

  constructor(path: string, embedder: string | undefined) {
    this.path = path
    this.#embedder = embedder
  }

  /** @throws PackgraphError what opening and the work throw. */
  read<Result>(work: Work<Result>): Promise<Result> {
    return this.#with('read', work)
  }

  /** As `read`, with an index that may be written to. The file is made if there is none. */
  write<Result>(work: Work<Result>): Promise<Result> {
    return this.#with('write', work)
  }

  /** Ends what is under way with `INDEX_CLOSED`. */
  async close(): Promise<void> {
    this.#closed = true
    const opened = [...this.#opened.values()]
    this.#opened.clear()
    await Promise.all(opened.map(closeQuietly))
  }

  async #with<Result>(purpose: Purpose, work: Work<Result>): Promise<Result> {
    const opening = this.#open(purpose)
    try {
      return await work(await opening)
    } catch (error) {
      if (!this.#isReplaced(error)) throw error
      this.#forget(purpose, opening)
      return work(await this.#open(purpose))
    }
  }

  /** A call that runs beside the one that found the file replaced finds its index closed. */
  #isReplaced(error: unknown): boolean {
    return !this.#closed && isExpected(error) && (error.code === 'INDEX_GONE' || error.code === 'INDEX_CLOSED')
  }

  #open(purpose: Purpose): Promise<ContextIndex> {
    const known = this.#opened.get(purpose)
    if (known) return known
    const opening = this.#load(purpose)
    this.#opened.set(purpose, opening)
    // A file that could not be opened may be there next time.
    opening.catch(() => this.#forget(purpose, opening))
    return opening
  }

  async #load(purpose: Purpose): Promise<ContextIndex> {
    const { openIndex } = await import('../../index.ts')
    const options: OpenOptions = { ...(this.#embedder !== undefined && { embedder: this.#embedder }) }
    const index = await openIndex(this.path, purpose === 'read' ? { ...options, readOnly: true } : options)
    if (this.#closed) await index.close()
    return index
  }

  #forget(purpose: Purpose, opening: Promise<ContextIndex>): void {
    if (this.#opened.get(purpose) !== opening) return
    this.#opened.delete(purpose)
    void closeQuietly(opening)
  }
}

async function closeQuietly(opening: Promise<ContextIndex>): Promise<void> {
  try {
    const index = await opening
    await index.close()
  } catch {
    // Nothing is lost: what was written is committed, and whoever needed the index was told.
  }
}
