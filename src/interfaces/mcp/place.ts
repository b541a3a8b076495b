/** Where a text is: what `show` takes. */
export interface Place {
  readonly ref: string
  readonly collection?: string
}

const URL_FORM = /^packgraph:\/\/\/([^/#]+)\/([^/#]+)(?:#(\d+-\d+))?$/
/** The comment that compressed texts hold in place of what was left out, whole or in part. */
const MARKER = /^(?:<!--\s*)?pg:src=([^\s>]+?)(?:\s*-->)?$/
const WEB_ADDRESS = /^https?:\/\//i

/** RFC 6570: both parts are encoded whole, slashes included, so that no client can take a uri for a path and fold its dots. */
export const DOCUMENT_URL_TEMPLATE = 'packgraph:///{collection}/{uri}'

/** The address of a document as a resource, or of a span of it. A uri in it is a key of the index, never a path. */
export function documentUrl(collection: string, uri: string, span?: string): string {
  const address = `packgraph:///${encodeURIComponent(collection)}/${encodeURIComponent(uri)}`
  return span === undefined ? address : `${address}#${span}`
}

/** What to cite: the document's own address on the web where it has one. */
export function citationUrl(collection: string, uri: string, ref: string): string {
  return WEB_ADDRESS.test(uri) ? uri : documentUrl(collection, uri, spanOf(ref))
}

/** @returns undefined when the text is no address of a document. */
export function parseDocumentUrl(text: string): Place | undefined {
  const [, collection, uri, span] = URL_FORM.exec(text) ?? []
  if (collection === undefined || uri === undefined) return undefined
  try {
    const name = decodeURIComponent(uri)
    return { ref: span === undefined ? name : `${name}#${span}`, collection: decodeURIComponent(collection) }
  } catch {
    return undefined
  }
}

/** Reads what callers have at hand: a ref, a document's uri with or without a span, its address as a resource, or a marker. */
export function parsePlace(text: string): Place {
  const trimmed = text.trim()
  return parseDocumentUrl(trimmed) ?? { ref: MARKER.exec(trimmed)?.[1] ?? trimmed }
}

function spanOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('#') + 1)
}
