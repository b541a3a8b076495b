import type { DocumentKey, DocumentRow } from '../ports/store.ts'

/** Which documents one run of the indexer met, and where it put them: what decides what is gone. */
export class MetDocuments {
  private readonly taken = new Set<string>()
  private readonly leftOut = new Set<string>()
  private readonly filled = new Set<string>()

  /** @returns false when a document of this key was met before, and then does nothing. */
  take({ collection, uri }: DocumentKey, origin: string): boolean {
    const key = joined(collection, uri)
    if (this.taken.has(key)) return false
    this.taken.add(key)
    this.filled.add(joined(collection, origin))
    return true
  }

  /** What is there, but does not go in this time. */
  leaveOut({ collection, uri }: DocumentKey): void {
    this.leftOut.add(joined(collection, uri))
  }

  has({ collection, uri }: DocumentKey): boolean {
    return this.taken.has(joined(collection, uri)) || this.leftOut.has(joined(collection, uri))
  }

  /** Whether documents of the same origin went into the same collection, as those of records that name their own do. */
  hasFilled({ collection, origin }: Pick<DocumentRow, 'collection' | 'origin'>): boolean {
    return this.filled.has(joined(collection, origin))
  }
}

function joined(collection: string, name: string): string {
  return JSON.stringify([collection, name])
}
