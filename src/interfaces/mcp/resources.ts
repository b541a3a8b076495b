import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server'
import type { DocumentDescription } from '../../index.ts'
import { CallError, failureOf, isExpected } from './failure.ts'
import { LIMITS } from './limits.ts'
import { DOCUMENT_URL_TEMPLATE, documentUrl, parseDocumentUrl } from './place.ts'
import type { ServedIndex } from './served-index.ts'

interface ListedResource {
  readonly uri: string
  readonly name: string
  readonly title?: string
  readonly mimeType: string
}

/** The one template: any document, and any span of one. */
export const RESOURCE_TEMPLATE: { readonly uriTemplate: string; readonly name: string; readonly description: string } =
  {
    uriTemplate: DOCUMENT_URL_TEMPLATE,
    name: 'document',
    description: 'A document of the index; #<start>-<end> behind it, in bytes, for a part.',
  }

/**
 * A page of the documents, by collection and uri.
 * @param cursor of the page before. It names the last document of that page, so that pages stay right while documents come and go.
 * @throws ProtocolError for a cursor that is not ours, and for what the index throws.
 */
export async function listResources(
  index: ServedIndex,
  cursor: string | undefined,
): Promise<{ resources: ListedResource[]; nextCursor?: string }> {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const options = { limit: LIMITS.resourcesPerPage + 1, ...(after && { after }) }
  const documents = await orProtocolError(() => index.read((opened) => opened.documents(options)))
  const page = documents.slice(0, LIMITS.resourcesPerPage)
  const last = page.at(-1)
  return {
    resources: page.map(resourceOf),
    ...(documents.length > page.length && last && { nextCursor: writeCursor(last) }),
  }
}

/**
 * The text of a document, or of a span of it. The address is a key: nothing outside of the index can be named by it.
 * @throws ResourceNotFoundError for an address that is none of a document here; ProtocolError for what is too large or cannot be read.
 */
export async function readResource(
  index: ServedIndex,
  address: string,
): Promise<{ contents: { uri: string; mimeType?: string; text: string }[] }> {
  const place = parseDocumentUrl(address)
  if (!place) throw new ResourceNotFoundError(address)
  const { ref, ...within } = place
  return orProtocolError(async () => {
    const shown = await index.read((opened) => opened.show(ref, { ...within, maxBytes: LIMITS.partBytes }))
    if (shown.rest !== undefined) throw tooLarge(address, shown.sizeBytes)
    const mediaType = shown.documents[0]?.mediaType
    return { contents: [{ uri: address, ...(mediaType !== undefined && { mimeType: mediaType }), text: shown.text }] }
  }, address)
}

function resourceOf({ collection, uri, title, mediaType }: DocumentDescription): ListedResource {
  return { uri: documentUrl(collection, uri), name: uri, ...(title !== '' && { title }), mimeType: mediaType }
}

function tooLarge(address: string, sizeBytes: number): CallError {
  const [whole] = address.split('#')
  return new CallError(
    'INPUT',
    `the document has ${sizeBytes} bytes, and a resource is read up to ${LIMITS.partBytes}`,
    `Read it in parts: ${whole}#0-${LIMITS.partBytes}, or with the tool fetch.`,
  )
}

async function orProtocolError<Result>(work: () => Promise<Result>, address?: string): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!isExpected(error)) throw error
    if (address !== undefined && error.code === 'NOT_FOUND') throw new ResourceNotFoundError(address)
    const { message, ...data } = failureOf(error)
    const code = error.code === 'INPUT' || error.code.startsWith('INVALID_') ? 'InvalidParams' : 'InternalError'
    throw new ProtocolError(ProtocolErrorCode[code], message, data)
  }
}

function writeCursor({ collection, uri }: DocumentDescription): string {
  return Buffer.from(JSON.stringify([collection, uri])).toString('base64url')
}

function readCursor(cursor: string): { readonly collection: string; readonly uri: string } {
  try {
    const [collection, uri, ...rest]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (typeof collection === 'string' && typeof uri === 'string' && rest.length === 0) return { collection, uri }
  } catch {
    // As every other text that is no cursor.
  }
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `“${cursor}” is no cursor of this list`)
}
