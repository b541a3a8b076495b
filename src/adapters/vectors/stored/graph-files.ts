import { randomBytes } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { VectorSnapshot } from '../../../ports/store.ts'

const DIGITS_IN_NAME = 12
/** A younger file may be one that another process is about to record. */
const LEAST_AGE_MS = 60_000
/** A file is temporary for as long as it takes to write and check it. */
const LEAST_TEMPORARY_AGE_MS = 3_600_000

/**
 * Where graphs lie: beside the file of the index, under names that start with its own. The name holds the generation and the start of the hash, so two processes
 * never give different contents the same name, and no file is ever changed.
 */
export class GraphFiles {
  readonly #folder: string
  readonly #prefix: string

  /** @param indexPath an existing file. */
  constructor(indexPath: string) {
    const path = realpathSync(indexPath)
    this.#folder = dirname(path)
    this.#prefix = `${basename(path)}.vectors-`
  }

  pathOf({ generation, sha256 }: Pick<VectorSnapshot, 'generation' | 'sha256'>): string {
    return join(this.#folder, `${this.#prefix}${generation}-${sha256.slice(0, DIGITS_IN_NAME)}.hnsw`)
  }

  /** A path that nobody else uses. */
  temporaryPath(): string {
    return join(this.#folder, `${this.#prefix}${randomBytes(8).toString('hex')}.tmp`)
  }

  /** Gives a finished file, which is on the disk already, its name, and makes the name durable. @returns its path. */
  async install(temporaryPath: string, snapshot: VectorSnapshot): Promise<string> {
    const path = this.pathOf(snapshot)
    await rename(temporaryPath, path)
    // Windows can neither open a folder as a file nor needs it.
    if (process.platform === 'win32') return path
    const folder = await open(this.#folder)
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
    return path
  }

  /** Deletes graphs of this index that are not recorded, and leftovers. What cannot be deleted stays: it is in nobody's way. */
  async prune(recorded: readonly VectorSnapshot[]): Promise<void> {
    const kept = new Set(recorded.map((snapshot) => basename(this.pathOf(snapshot))))
    for (const name of await readdir(this.#folder)) {
      const leastAgeMs = this.#leastAgeMs(name)
      if (leastAgeMs === undefined || kept.has(name)) continue
      const path = join(this.#folder, name)
      const file = await stat(path).catch(() => undefined)
      if (file && Date.now() - file.mtimeMs >= leastAgeMs) await rm(path, { force: true }).catch(() => undefined)
    }
  }

  /** How old a file of ours must be to be deleted; `undefined` for the files of others. */
  #leastAgeMs(name: string): number | undefined {
    if (!name.startsWith(this.#prefix)) return undefined
    const rest = name.slice(this.#prefix.length)
    if (/^\d+-[0-9a-f]{12}\.hnsw$/.test(rest)) return LEAST_AGE_MS
    return /^[0-9a-f]{16}\.tmp$/.test(rest) ? LEAST_TEMPORARY_AGE_MS : undefined
  }
}
