import { createHash } from 'node:crypto'
import type { Original } from '../../domain/document.ts'
import { PackgraphError } from '../../domain/errors.ts'
import type { DocumentDraft, DocumentKey, LedgerRow, StoreIdentity } from '../../ports/store.ts'

const LONE_SURROGATE = /\p{Surrogate}/u

/**
 * Refuses what would not come back as it went in.
 * @throws PackgraphError `INPUT` for a lone surrogate, `EMBEDDER_MISMATCH` for a vector that is not of the store's embedder.
 */
export function checkDraft(draft: DocumentDraft, identity: StoreIdentity | undefined): void {
  const { document } = draft
  checkKey(document)
  const check = (value: string, field: string): void => checkText(value, field, document)
  check(document.title, 'title')
  check(document.mediaType, 'mediaType')
  check(document.origin, 'origin')
  check(draft.contentHash, 'contentHash')
  for (const hyperedge of draft.hyperedges) {
    check(hyperedge.text, 'text')
    check(hyperedge.opening, 'opening')
    check(hyperedge.closing, 'closing')
    check(hyperedge.textHash, 'textHash')
    check(hyperedge.tokenCost.tokenizer, 'tokenizer')
    for (const incidence of hyperedge.incidences) check(incidence.entity, 'entity')
    checkDimensions(hyperedge.embedding, identity, document)
  }
}

/** @throws PackgraphError `INPUT` for a lone surrogate. */
export function checkLedgerRow({ kind, tokenizer }: LedgerRow): void {
  for (const [field, value] of Object.entries({ kind, tokenizer })) {
    if (!LONE_SURROGATE.test(value)) continue
    throw new PackgraphError('INPUT', `the ${field} of a ledger entry contains half of a surrogate pair`, {
      facts: { field },
    })
  }
}

/** @throws PackgraphError `INPUT` when the id is not the SHA-256 of the bytes. */
export function checkOriginal({ id, bytes }: Original): void {
  const actual = createHash('sha256').update(bytes).digest('hex')
  if (actual === id) return
  throw new PackgraphError('INPUT', `an original is named by the SHA-256 of its bytes, ${actual}, and not ${id}`, {
    facts: { originalId: id, actual },
  })
}

/** @throws PackgraphError `INPUT` for a lone surrogate. */
export function checkKey(key: DocumentKey): void {
  checkText(key.collection, 'collection', key)
  checkText(key.uri, 'uri', key)
}

function checkText(value: string, field: string, { collection, uri }: DocumentKey): void {
  if (!LONE_SURROGATE.test(value)) return
  throw new PackgraphError('INPUT', `the ${field} of ${JSON.stringify(uri)} contains half of a surrogate pair`, {
    facts: { collection, uri, field },
    hint: 'Replace it, for instance with String.prototype.toWellFormed().',
  })
}

function checkDimensions(embedding: Float32Array, identity: StoreIdentity | undefined, { uri }: DocumentKey): void {
  const expected = identity?.embedder.dimensions
  if (embedding.length === expected) return
  const message =
    expected === undefined
      ? 'the index does not say yet which embedder its vectors come from'
      : `a vector of ${uri} has ${embedding.length} dimensions; those of this index have ${expected}`
  throw new PackgraphError('EMBEDDER_MISMATCH', message, {
    facts: { uri, dimensions: embedding.length, expected },
    hint: 'Set the identity before the first write, and embed with the embedder that it names.',
  })
}
