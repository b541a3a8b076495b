import { realpathSync, statSync } from 'node:fs'
import { goneError } from './errors.ts'

/**
 * Notices that a path no longer names the file that was opened: SQLite would go on reading and writing a file that nobody can reach. A check is one `stat`.
 */
export class FileGuard {
  readonly #path: string
  readonly #copied: boolean
  readonly #stamp: string

  /** With `copied`, any change of the file counts, because what is read is a copy of it. */
  constructor(path: string, copied: boolean) {
    this.#path = path
    this.#copied = copied
    this.#stamp = this.#look()
  }

  /** @throws PackgraphError `INDEX_GONE` */
  check(): void {
    if (this.#look() !== this.#stamp) throw goneError(this.#path)
  }

  #look(): string {
    const file = statSync(this.#path, { bigint: true, throwIfNoEntry: false })
    if (!file) throw goneError(this.#path)
    const identity = `${file.dev}:${file.ino}`
    return this.#copied ? `${identity}:${file.mtimeNs}:${file.size}:${logBytes(this.#path)}` : identity
  }
}

/** Bytes in the write-ahead log of the index at `path`, 0 when there is none. */
export function logBytes(path: string): number {
  return statSync(`${realpathSync(path)}-wal`, { throwIfNoEntry: false })?.size ?? 0
}
