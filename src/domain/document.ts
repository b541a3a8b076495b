/** Facts about a document that a filter can select on. */
export type Metadata = Readonly<Record<string, unknown>>

/** How an original's bytes become text. */
export type TextEncodingName = 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin1'

/** The bytes as they came, named by their SHA-256 (64 hex digits). Never changed. */
export interface Original {
  readonly id: string
  readonly bytes: Uint8Array
  readonly encoding: TextEncodingName
}

/** A named original in the index. `(collection, uri)` is unique. */
export interface DocumentDescription {
  readonly uri: string
  readonly collection: string
  readonly title: string
  readonly mediaType: string
  readonly metadata: Metadata
  /** Stable documents lead every pack, in an order that no query changes. */
  readonly stable: boolean
  /** What brought it in: the absolute path of the folder or file given to the indexer; empty for a document handed in by a program. */
  readonly origin: string
  readonly originalId: string
}

/**
 * A document as a caller hands it in. One of `text`, `pageContent` (LangChain's name for it) or `bytes` is required; `uri` falls back to `id`, and one of
 * the two is required. `mediaType` (`text/markdown`, `text/plain`, `text/html`, `text/csv`, `application/json`,
 * `text/x-source`) falls back to what the uri's extension says, then to Markdown.
 */
export interface DocumentInput {
  readonly id?: string
  readonly uri?: string
  readonly text?: string
  readonly pageContent?: string
  readonly bytes?: Uint8Array
  readonly title?: string
  readonly metadata?: Metadata
  readonly mediaType?: string
  readonly collection?: string
  readonly stable?: boolean
}
