import { ruleExtractor } from '../../src/adapters/entities/rule-extractor.ts'
import type { DocumentRow, StoreSnapshot } from '../../src/ports/store.ts'

export interface SmallDocument {
  readonly uri: string
  readonly title?: string
  readonly text: string
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** A snapshot in which every document is one unit. Ids are given in the order of the list; the rows come in the order that the port promises. */
export function corpusSnapshot(documents: readonly SmallDocument[], generation = 1): StoreSnapshot {
  const rows = documents
    .map(
      ({ uri, title = '', metadata = {} }, position): DocumentRow => ({
        id: position + 1,
        uri,
        collection: 'default',
        title,
        mediaType: 'text/plain',
        metadata,
        stable: false,
        origin: '',
        originalId: String(position).padStart(64, '0'),
        contentHash: uri,
      }),
    )
    .sort((a, b) => (a.uri < b.uri ? -1 : 1))
  const textOf = ({ id }: DocumentRow): string => documents[id - 1]!.text
  const chosen = (ids: readonly number[] | undefined): readonly DocumentRow[] =>
    ids ? rows.filter(({ id }) => ids.includes(id)) : rows
  return {
    generation,
    async *documents() {
      yield rows
    },
    async *hyperedges(documentIds) {
      for (const row of chosen(documentIds)) {
        const text = textOf(row)
        yield [
          {
            id: 100 + row.id,
            documentId: row.id,
            ordinal: 0,
            span: { start: 0, end: text.length },
            headingPath: [],
            text,
            textHash: text,
          },
        ]
      }
    },
    async *incidences(documentIds) {
      for (const row of chosen(documentIds)) {
        const found = ruleExtractor.extract({ text: textOf(row), headingPath: [], ordinal: 0 }, row.title)
        yield found.map((incidence) => ({ hyperedgeId: 100 + row.id, ...incidence }))
      }
    },
    async *embeddings() {},
    savedArrays: async () => undefined,
    async *hyperedgeIds() {
      yield rows.map(({ id }) => 100 + id)
    },
    async close() {},
  }
}
