import { PackgraphError, throwIfCancelled } from '../domain/errors.ts'
import { type Fault, faultAt } from '../domain/fault.ts'
import { hashBytes } from '../indexing/content-hash.ts'
import type { DocumentRow, StoreInspection } from '../ports/store.ts'
import type { VerifyOptions } from './call-options.ts'
import type { VerifyReport } from './call-results.ts'
import type { EngineParts } from './parts.ts'
import { untilCancelled } from './until-cancelled.ts'
import { CostVerifier } from './verify-costs.ts'
import { verifyDocument } from './verify-document.ts'

const DEFAULT_LIMIT = 100

/** Checks one state of the index: first what the store says of itself, then each document against its original. */
export async function verify(options: VerifyOptions, parts: EngineParts): Promise<VerifyReport> {
  const { documents: documentsTotal } = await parts.store.status()
  const snapshot = await parts.store.snapshot()
  try {
    const run = new VerifyRun(snapshot, documentsTotal, options, parts)
    await run.checkRows()
    await run.checkGraphs()
    await run.checkDocuments()
    await run.checkArchive()
    return run.report()
  } finally {
    await snapshot.close()
  }
}

/** One verification. Use an instance once. */
class VerifyRun {
  private readonly snapshot: StoreInspection
  private readonly documentsTotal: number
  private readonly options: VerifyOptions
  private readonly parts: EngineParts
  private readonly costs: CostVerifier
  private readonly faults: Fault[] = []
  private faultCount = 0
  private documents = 0
  private hyperedges = 0
  private documentsOfOthers = 0
  private readonly unread: string[] = []

  constructor(snapshot: StoreInspection, documentsTotal: number, options: VerifyOptions, parts: EngineParts) {
    this.snapshot = snapshot
    this.documentsTotal = documentsTotal
    this.options = options
    this.parts = parts
    this.costs = new CostVerifier(parts)
  }

  async checkRows(): Promise<void> {
    for await (const page of this.snapshot.faults()) {
      throwIfCancelled(this.options.signal)
      this.take(page)
    }
  }

  /** They lie in files of their own, and are no part of the state that is checked: what is damaged is damaged for all. */
  async checkGraphs(): Promise<void> {
    const checkAll = async (): Promise<void> => {
      const damaged = await untilCancelled(this.parts.vectors.damagedGraphs(), this.options.signal)
      this.take(damaged.map(({ path, problem }) => ({ kind: 'snapshot', message: `${path}: ${problem}` })))
    }
    await this.unlessUnreadable(checkAll, () => 'saved graphs of vectors')
  }

  async checkDocuments(): Promise<void> {
    const dimensions = (await this.parts.store.identity())?.embedder.dimensions
    const checkAll = async (): Promise<void> => {
      for await (const page of this.snapshot.documents()) {
        for (const row of page) await this.checkDocument(row, dimensions)
      }
    }
    await this.unlessUnreadable(checkAll, () => `${this.documentsTotal - this.documents} documents`)
  }

  /** Originals that documents have were checked with them. */
  async checkArchive(): Promise<void> {
    const checkAll = async (): Promise<void> => {
      for await (const page of this.snapshot.archivedAlone()) {
        for (const id of page) {
          throwIfCancelled(this.options.signal)
          const original = await this.snapshot.original(id)
          // That it is not there at all has been named by the store.
          if (original === undefined || hashBytes(original.bytes) === id) continue
          this.take([
            faultAt('original', { table: 'originals', row: id }, 'the archived bytes are not those that the id names'),
          ])
        }
      }
    }
    await this.unlessUnreadable(checkAll, () => 'archived originals')
  }

  report(): VerifyReport {
    const { documents, hyperedges, faults, faultCount } = this
    const { generation } = this.snapshot
    return {
      sound: faultCount === 0,
      documents,
      hyperedges,
      faultCount,
      faults,
      unchecked: this.unchecked(),
      generation,
    }
  }

  private async checkDocument(row: DocumentRow, dimensions: number | undefined): Promise<void> {
    throwIfCancelled(this.options.signal)
    const original = await this.snapshot.original(row.originalId)
    const hyperedges = await this.snapshot.storedHyperedges(row.id)
    const checked = verifyDocument({ row, original, hyperedges, dimensions }, this.parts)
    this.take(checked.faults)
    this.take(await this.costs.check(row, hyperedges, this.options.signal))
    if (!checked.isCurrent) this.documentsOfOthers++
    this.documents++
    this.hyperedges += hyperedges.length
    this.tell()
  }

  /** A damaged file has been reported by its rows; what lies behind the damage cannot be. */
  private async unlessUnreadable(check: () => Promise<void>, whatIsLeft: () => string): Promise<void> {
    try {
      await check()
    } catch (error) {
      if (!(error instanceof PackgraphError) || error.code !== 'INDEX_INVALID') throw error
      this.unread.push(`${whatIsLeft()}, because the file cannot be read: ${error.message}`)
      if (this.faultCount === 0) this.take([{ kind: 'file', message: error.message }])
    }
  }

  private take(faults: readonly Fault[]): void {
    const room = (this.options.limit ?? DEFAULT_LIMIT) - this.faults.length
    this.faults.push(...faults.slice(0, Math.max(0, room)))
    this.faultCount += faults.length
  }

  private unchecked(): readonly string[] {
    const unchecked = [...this.costs.unchecked()]
    if (this.documentsOfOthers > 0) {
      unchecked.push(
        `whether ${this.documentsOfOthers} documents are cut and described as their originals give: another version made them, or their originals are not sound`,
      )
    }
    return [...unchecked, ...this.unread]
  }

  private tell(): void {
    const { documents, documentsTotal, hyperedges } = this
    const progress = { documentsDone: documents, documentsTotal, hyperedgesDone: hyperedges }
    this.options.onEvent?.({ type: 'progress', phase: 'verify', ...progress })
  }
}
