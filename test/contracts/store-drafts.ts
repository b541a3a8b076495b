import { createHash } from 'node:crypto'
import type { Original } from '../../src/domain/document.ts'
import type { Incidence } from '../../src/domain/hyperedge.ts'
import type { DocumentDraft, HyperedgeDraft, StoreIdentity } from '../../src/ports/store.ts'

export const DIMENSIONS = 4

export const IDENTITY: StoreIdentity = {
  embedder: { identity: 'counting@1', dimensions: DIMENSIONS },
  extractor: 'words@1',
}

export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export function originalOf(text: string): Original {
  const bytes = new TextEncoder().encode(text)
  return { id: sha256(bytes), bytes, encoding: 'utf-8' }
}

/** One hyperedge whose every field follows from its text: its words are its entities. */
export function hyperedgeOf(text: string, ordinal: number, more: Partial<HyperedgeDraft> = {}): HyperedgeDraft {
  return {
    kind: 'passage',
    ordinal,
    span: { start: 0, end: Buffer.byteLength(text) },
    text,
    headingPath: [],
    opening: '',
    closing: '',
    tokenCost: { tokens: text.length, tokenizer: 'letters@1' },
    textHash: sha256(text),
    incidences: [...new Set(text.split(' '))].map(incidenceOf),
    embedding: Float32Array.of(text.length, ordinal, 0.1, -1),
    ...more,
  }
}

function incidenceOf(entity: string, index: number): Incidence {
  return { entity, weight: index + 1, owned: index === 0 ? 'title' : false, sentences: index === 0 ? [] : [0, index] }
}

/** A document with one hyperedge for each line of a text. */
export function draftOf(uri: string, text: string, more: Partial<DocumentDraft['document']> = {}): DocumentDraft {
  const original = originalOf(text)
  return {
    document: {
      uri,
      collection: 'default',
      title: `About ${uri}`,
      mediaType: 'text/plain',
      metadata: {},
      stable: false,
      origin: '',
      originalId: original.id,
      ...more,
    },
    original,
    contentHash: sha256(text),
    hyperedges: text === '' ? [] : text.split('\n').map((line, ordinal) => hyperedgeOf(line, ordinal)),
  }
}
