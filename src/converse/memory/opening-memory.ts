import type { Original } from '../../domain/document.ts'
import type { RequestMemory, RequestMemoryRecord } from '../../ports/request-memory.ts'
import type { ArchivedOriginal } from '../../ports/store.ts'

const MOST_RECORDS = 256
const MOST_ORIGINAL_BYTES = 32 * 1_048_576
/** So many that none is the beginning of an id in the store, which gives shorter ones. */
const LEAST_ALIAS_DIGITS = 16

/**
 * What a store that cannot be written to does not take: kept as long as it is open, within a bound. What came first is forgotten first, and can then be had from the caller's own conversation
 * alone.
 */
export class OpeningMemory implements RequestMemory {
  readonly #records = new Map<string, RequestMemoryRecord>()
  readonly #originals = new Map<string, { readonly original: Original; readonly alias: string }>()
  #originalBytes = 0

  async recallRequest(keys: readonly string[]): Promise<RequestMemoryRecord | undefined> {
    return keys.map((key) => this.#records.get(key)).find((record) => record !== undefined)
  }

  async rememberRequest(record: RequestMemoryRecord): Promise<RequestMemoryRecord> {
    const present = this.#records.get(record.key)
    if (present && present.revision >= record.revision) return present
    this.#records.delete(record.key)
    this.#records.set(record.key, record)
    for (const key of this.#records.keys()) if (this.#records.size > MOST_RECORDS) this.#records.delete(key)
    return record
  }

  archive(original: Original): ArchivedOriginal {
    const { id, bytes } = original
    const known = this.#originals.get(id)
    if (known) return { originalId: id, alias: known.alias }
    let digits = LEAST_ALIAS_DIGITS
    while (this.resolveOriginal(id.slice(0, digits)) !== undefined) digits += 1
    const alias = id.slice(0, digits)
    this.#originals.set(id, { original, alias })
    this.#originalBytes += bytes.length
    for (const [oldest, { original: first }] of this.#originals) {
      if (this.#originalBytes <= MOST_ORIGINAL_BYTES || oldest === id) break
      this.#originals.delete(oldest)
      this.#originalBytes -= first.bytes.length
    }
    return { originalId: id, alias }
  }

  readOriginal(id: string): Original | undefined {
    return this.#originals.get(id)?.original
  }

  /** @returns the id that an id or the beginning of one stands for. */
  resolveOriginal(idOrAlias: string): string | undefined {
    return [...this.#originals.keys()].find((id) => id.startsWith(idOrAlias))
  }
}
