import { checkDraft, checkKey, checkLedgerRow, checkOriginal } from '../../src/adapters/sqlite/check-input.ts'
import { checkIdentityChange } from '../../src/adapters/sqlite/identity.ts'
import type { Original } from '../../src/domain/document.ts'
import { PackgraphError } from '../../src/domain/errors.ts'
import type { Hyperedge, TokenCost } from '../../src/domain/hyperedge.ts'
import { MOST_ANCESTORS, MOST_MEMORY_BYTES, type RequestMemoryRecord } from '../../src/ports/request-memory.ts'
import type {
  ArchivedOriginal,
  DocumentDraft,
  DocumentKey,
  DocumentRow,
  HyperedgeDraft,
  LedgerQuery,
  LedgerRow,
  Repair,
  SavedArrays,
  SavedArraysAge,
  ScannedEmbeddings,
  Store,
  StoreIdentity,
  StoreInspection,
  StoreStatus,
  VectorSnapshot,
  WriteBatch,
  WriteResult,
} from '../../src/ports/store.ts'
import type { ToolCall, ToolCallMemory } from '../../src/ports/tool-call-log.ts'
import { compareBytes, compareRows, copyOf, MemorySnapshot } from './memory-snapshot.ts'

/** A hyperedge with its id and its present cost. */
export interface KeptHyperedge {
  readonly id: number
  readonly draft: HyperedgeDraft
  readonly cost: TokenCost
}

export interface KeptDocument {
  readonly row: DocumentRow
  readonly hyperedges: readonly KeptHyperedge[]
}

/** A store that keeps everything in maps: what tests of the engine use, and the model that the real store is held against. One process only. */
export class MemoryStore implements Store {
  readonly readOnly = false
  #documents: ReadonlyMap<string, KeptDocument> = new Map()
  readonly #originals = new Map<string, Original>()
  /** Original id to alias. */
  readonly #archive = new Map<string, string>()
  #identity: StoreIdentity | undefined
  #generation = 0
  #lastDocumentId = 0
  #lastHyperedgeId = 0
  #vectorSnapshots: readonly VectorSnapshot[] = []
  #saved: SavedArrays | undefined
  #ledger: readonly LedgerRow[] = []
  readonly #toolCalls: ToolCall[] = []
  #requests: readonly RequestMemoryRecord[] = []
  #open = true

  async generation(): Promise<number> {
    this.#assertOpen()
    return this.#generation
  }

  async identity(): Promise<StoreIdentity | undefined> {
    this.#assertOpen()
    return this.#identity
  }

  async findDocuments(keys: readonly DocumentKey[]): Promise<readonly (DocumentRow | undefined)[]> {
    this.#assertOpen()
    return keys.map((key) => this.#documents.get(keyOf(key))?.row)
  }

  async write({ identity = this.#identity, remove = [], put = [], distrust = [] }: WriteBatch): Promise<WriteResult> {
    this.#assertOpen()
    const next = new Map(this.#documents)
    const isWanted = ({ document, replacesId }: DocumentDraft): boolean =>
      replacesId === undefined || this.#documents.get(keyOf(document))?.row.id === replacesId
    const drafts = new Map(put.filter(isWanted).map((draft) => [keyOf(draft.document), draft]))
    for (const key of [...remove.map(keyOf), ...drafts.keys()]) next.delete(key)
    const claimed = identity !== undefined && checkIdentityChange(this.#identity, identity, next.size)
    for (const draft of put) checkDraft(draft, identity)
    this.#identity = structuredClone(identity)
    const removed = [...this.#documents.values()].filter((kept) => !next.has(keyOf(kept.row)))
    const distrusted = distrust.map(keyOf).filter((key) => next.get(key)?.row.contentHash)
    for (const key of distrusted) next.set(key, withoutHash(next.get(key)!))
    for (const [key, draft] of drafts) next.set(key, this.#keep(draft))
    if (distrusted.length > 0 || claimed || removed.length > 0 || drafts.size > 0) this.#generation += 1
    this.#documents = next
    this.#dropLooseOriginals()
    return {
      generation: this.#generation,
      removedHyperedgeIds: idsOf(removed),
      addedHyperedgeIds: idsOf([...drafts.keys()].flatMap((key) => next.get(key) ?? [])),
      documentsPut: drafts.size,
    }
  }

  async rename(from: DocumentKey, to: DocumentKey): Promise<number> {
    this.#assertOpen()
    checkKey(to)
    const kept = this.#documents.get(keyOf(from))
    if (!kept) throw new PackgraphError('NOT_FOUND', `no ${from.uri}`)
    if (keyOf(from) === keyOf(to)) return this.#generation
    if (this.#documents.has(keyOf(to))) throw new PackgraphError('INPUT', `${to.uri} is taken`)
    const next = new Map(this.#documents)
    next.delete(keyOf(from))
    next.set(keyOf(to), { ...kept, row: { ...kept.row, collection: to.collection, uri: to.uri } })
    this.#documents = next
    this.#generation += 1
    return this.#generation
  }

  async readOriginal(id: string): Promise<Original | undefined> {
    this.#assertOpen()
    return this.#originals.get(id)
  }

  async archive(original: Original): Promise<ArchivedOriginal> {
    this.#assertOpen()
    checkOriginal(original)
    const { id } = original
    if (!this.#originals.has(id)) this.#originals.set(id, structuredClone(original))
    const others = [...this.#archive.keys()].filter((other) => other !== id)
    let digits = 8
    while (others.some((other) => other.startsWith(id.slice(0, digits)))) digits += 1
    const alias = this.#archive.get(id) ?? id.slice(0, digits)
    this.#archive.set(id, alias)
    return { originalId: id, alias }
  }

  async resolveOriginal(idOrAlias: string): Promise<string | undefined> {
    this.#assertOpen()
    if (this.#originals.has(idOrAlias)) return idOrAlias
    return [...this.#archive].find(([id, alias]) => id.startsWith(idOrAlias) && idOrAlias.startsWith(alias))?.[0]
  }

  async documentsOfOriginal(id: string): Promise<readonly DocumentRow[]> {
    this.#assertOpen()
    const rows = [...this.#documents.values()].map(({ row }) => row)
    return rows.filter(({ originalId }) => originalId === id).sort(compareRows)
  }

  async readHyperedges(ids: readonly number[]): Promise<readonly Hyperedge[]> {
    this.#assertOpen()
    const found = new Map(
      [...this.#documents.values()].flatMap(({ row, hyperedges }) =>
        hyperedges.map((kept) => [kept.id, toHyperedge(row.id, kept)]),
      ),
    )
    return ids.flatMap((id) => found.get(id) ?? [])
  }

  async readEmbeddings(ids: readonly number[]): Promise<ScannedEmbeddings> {
    this.#assertOpen()
    const kept = [...this.#documents.values()].flatMap(({ hyperedges }) => hyperedges)
    const found = ids.flatMap((id) => kept.find((hyperedge) => hyperedge.id === id) ?? [])
    return {
      ids: found.map(({ id }) => id),
      vectors: Float32Array.from(found.flatMap(({ draft }) => [...draft.embedding])),
    }
  }

  async vectorSnapshots(): Promise<readonly VectorSnapshot[]> {
    this.#assertOpen()
    return this.#vectorSnapshots
  }

  async recordVectorSnapshot(snapshot: VectorSnapshot): Promise<readonly VectorSnapshot[]> {
    this.#assertOpen()
    const others = this.#vectorSnapshots.filter(({ sha256 }) => sha256 !== snapshot.sha256)
    this.#vectorSnapshots = [snapshot, ...others].sort((a, b) => b.generation - a.generation).slice(0, 2)
    return this.#vectorSnapshots
  }

  async recordSavings(rows: readonly LedgerRow[]): Promise<void> {
    this.#assertOpen()
    rows.forEach(checkLedgerRow)
    const kept = rows.map((row) => ({ ...row, data: JSON.parse(JSON.stringify(row.data)) }))
    this.#ledger = [...this.#ledger, ...kept].sort((left, right) => left.atMs - right.atMs)
  }

  async *ledger(query: LedgerQuery): AsyncGenerator<readonly LedgerRow[]> {
    this.#assertOpen()
    const { sinceMs = 0, untilMs = Number.POSITIVE_INFINITY, ...exact } = query
    for (const row of this.#ledger) {
      const values: Readonly<Record<string, unknown>> = {
        ...(row.data ?? {}),
        kind: row.kind,
        tokenizer: row.tokenizer,
      }
      const isExact = Object.entries(exact).every(([name, value]) => values[name] === value)
      if (row.atMs >= sinceMs && row.atMs < untilMs && isExact) yield [row]
    }
  }

  async recallToolCalls(sessionId: string, callHash: string, sinceMs: number): Promise<ToolCallMemory> {
    this.#assertOpen()
    const calls = this.#toolCalls.filter((call) => call.sessionId === sessionId)
    return {
      hasEarlier: calls.some(
        (call) => call.callHash === callHash && call.seenAtMs >= sinceMs && call.route !== 'duplicate',
      ),
      wasSlimmed: calls.some((call) => call.callHash === callHash && call.adopted && call.route !== 'duplicate'),
      adopted: calls.filter(({ adopted }) => adopted).length,
    }
  }

  async rememberToolCall(call: ToolCall): Promise<void> {
    this.#assertOpen()
    this.#toolCalls.push(call)
  }

  async recallRequest(keys: readonly string[]): Promise<RequestMemoryRecord | undefined> {
    this.#assertOpen()
    const found = keys.map((key) => this.#requestOf(key)).find((record) => record !== undefined)
    return structuredClone(found)
  }

  async rememberRequest(record: RequestMemoryRecord): Promise<RequestMemoryRecord> {
    this.#assertOpen()
    const present = this.#requestOf(record.key)
    if (present && present.revision >= record.revision) return structuredClone(present)
    const kept = { ...record, data: JSON.parse(JSON.stringify(record.data)) }
    const others = this.#requests.filter(({ key }) => key !== record.key)
    const newestFirst = [kept, ...others.sort((left, right) => right.recordedAtMs - left.recordedAtMs)]
    const outlived = new Set(this.#lineOf(kept).slice(MOST_ANCESTORS + 1))
    let bytes = 0
    this.#requests = newestFirst.filter((other) => {
      bytes += Buffer.byteLength(JSON.stringify(other.data))
      return other === kept || (bytes <= MOST_MEMORY_BYTES && !outlived.has(other))
    })
    return structuredClone(kept)
  }

  async savedArraysAge(stamp: string): Promise<SavedArraysAge> {
    this.#assertOpen()
    const hyperedges = [...this.#documents.values()].reduce((sum, kept) => sum + kept.hyperedges.length, 0)
    const saved = this.#saved?.stamp === stamp ? this.#saved : undefined
    const since = saved ? this.#lastHyperedgeId - saved.lastHyperedgeId : hyperedges
    return { hyperedges, newHyperedges: Math.min(hyperedges, since) }
  }

  async saveArrays(saved: SavedArrays): Promise<boolean> {
    this.#assertOpen()
    if (this.#saved?.stamp === saved.stamp && this.#saved.generation >= saved.generation) return false
    this.#saved = copyOf(saved)
    return true
  }

  async writeCosts(costs: readonly { readonly hyperedgeId: number; readonly cost: TokenCost }[]): Promise<number> {
    this.#assertOpen()
    const costOf = new Map(costs.map(({ hyperedgeId, cost }) => [hyperedgeId, cost]))
    let changed = false
    const recost = (kept: KeptHyperedge): KeptHyperedge => {
      const cost = costOf.get(kept.id) ?? kept.cost
      if (cost.tokens === kept.cost.tokens && cost.tokenizer === kept.cost.tokenizer) return kept
      changed = true
      return { ...kept, cost }
    }
    this.#documents = new Map(
      [...this.#documents].map(([key, kept]) => [key, { ...kept, hyperedges: kept.hyperedges.map(recost) }]),
    )
    if (changed) this.#generation += 1
    return this.#generation
  }

  /** Nothing here can be damaged. */
  async repair(): Promise<Repair> {
    this.#assertOpen()
    return { generation: this.#generation, lost: [] }
  }

  async snapshot(): Promise<StoreInspection> {
    this.#assertOpen()
    const originals = new Map(this.#originals)
    const documents = [...this.#documents.values()]
    const archived = [...this.#archive.keys()]
    return new MemorySnapshot(this.#generation, documents, originals, archived, this.#saved, () => this.#assertOpen())
  }

  async status(): Promise<StoreStatus> {
    this.#assertOpen()
    const kept = [...this.#documents.values()]
    const hyperedges = kept.flatMap((document) => document.hyperedges)
    const incidences = hyperedges.flatMap(({ draft }) => draft.incidences)
    const originalBytes = [...this.#originals.values()].reduce((sum, { bytes }) => sum + bytes.byteLength, 0)
    return {
      path: 'memory',
      readOnly: false,
      schemaVersion: 1,
      generation: this.#generation,
      identity: this.#identity,
      sizeBytes: originalBytes,
      originals: this.#originals.size,
      originalBytes,
      archivedOriginals: this.#archive.size,
      documents: kept.length,
      collections: [...new Set(kept.map(({ row }) => row.collection))].sort(compareBytes),
      hyperedges: hyperedges.length,
      entities: new Set(incidences.map(({ entity }) => entity)).size,
      incidences: incidences.length,
      tokenizers: sumByTokenizer(hyperedges.map(({ cost }) => cost)),
    }
  }

  async close(): Promise<void> {
    this.#open = false
  }

  #assertOpen(): void {
    if (!this.#open) throw new PackgraphError('INDEX_CLOSED', 'the store was closed')
  }

  #keep({ document, contentHash, original, hyperedges }: DocumentDraft): KeptDocument {
    this.#lastDocumentId += 1
    if (!this.#originals.has(original.id)) this.#originals.set(original.id, structuredClone(original))
    return {
      row: {
        ...structuredClone(document),
        metadata: JSON.parse(JSON.stringify(document.metadata)),
        contentHash,
        id: this.#lastDocumentId,
      },
      hyperedges: structuredClone(hyperedges).map((draft) => {
        this.#lastHyperedgeId += 1
        return { id: this.#lastHyperedgeId, draft, cost: draft.tokenCost }
      }),
    }
  }

  #requestOf(key: string): RequestMemoryRecord | undefined {
    return this.#requests.find((record) => record.key === key)
  }

  /** A record and those that it goes on from, as far as they are there. */
  #lineOf(record: RequestMemoryRecord): readonly RequestMemoryRecord[] {
    const line = [record]
    while (line.length <= MOST_ANCESTORS + 1) {
      const previous = this.#requestOf(line.at(-1)?.previousKey ?? '')
      if (!previous) break
      line.push(previous)
    }
    return line
  }

  #dropLooseOriginals(): void {
    const used = new Set([...this.#archive.keys(), ...[...this.#documents.values()].map(({ row }) => row.originalId)])
    for (const id of this.#originals.keys()) if (!used.has(id)) this.#originals.delete(id)
  }
}

function keyOf({ collection, uri }: DocumentKey): string {
  return JSON.stringify([collection, uri])
}

function withoutHash({ row, hyperedges }: KeptDocument): KeptDocument {
  return { row: { ...row, contentHash: '' }, hyperedges }
}

function idsOf(documents: readonly KeptDocument[]): readonly number[] {
  return documents.flatMap(({ hyperedges }) => hyperedges.map(({ id }) => id)).sort((left, right) => left - right)
}

export function toHyperedge(documentId: number, { id, draft, cost }: KeptHyperedge): Hyperedge {
  const { kind, ordinal, span, text, headingPath, opening, closing } = draft
  return { id, documentId, kind, ordinal, span, text, headingPath, opening, closing, tokenCost: cost }
}

function sumByTokenizer(costs: readonly TokenCost[]): StoreStatus['tokenizers'] {
  const identities = [...new Set(costs.map(({ tokenizer }) => tokenizer))].sort(compareBytes)
  return identities.map((identity) => {
    const own = costs.filter(({ tokenizer }) => tokenizer === identity)
    return { identity, hyperedges: own.length, tokens: own.reduce((sum, { tokens }) => sum + tokens, 0) }
  })
}
