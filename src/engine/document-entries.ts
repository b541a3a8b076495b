import type { DocumentInput } from '../domain/document.ts'
import { PackgraphError } from '../domain/errors.ts'
import { checkDocument } from './options.ts'

/** A document on its way into the index, or something that will not get there. */
export type DocumentEntry =
  | { readonly kind: 'document'; readonly input: DocumentInput; readonly origin: string; readonly sizeBytes: number }
  | {
      readonly kind: 'skipped' | 'failed'
      readonly uri: string
      readonly reason: string
      readonly line?: number
      readonly origin: string
      readonly sizeBytes: number
    }

const UTF8 = new TextEncoder()

/** The bytes of a document that a program hands in. */
export function bytesOf(input: DocumentInput): Uint8Array {
  return input.bytes ?? UTF8.encode(input.text ?? input.pageContent ?? '')
}

/** Checks documents one by one; one that is not acceptable becomes a failure and does not stop the others. */
export async function* entriesOf(
  documents: Iterable<DocumentInput> | AsyncIterable<DocumentInput>,
): AsyncGenerator<DocumentEntry> {
  let position = 0
  for await (const document of documents) {
    position++
    try {
      const input = checkDocument(document)
      yield {
        kind: 'document',
        input,
        origin: '',
        sizeBytes: (input.bytes ?? input.text ?? input.pageContent ?? '').length,
      }
    } catch (error) {
      if (!(error instanceof PackgraphError)) throw error
      yield { kind: 'failed', uri: nameOf(document, position), reason: error.message, origin: '', sizeBytes: 0 }
    }
  }
}

function nameOf(document: unknown, position: number): string {
  if (typeof document === 'object' && document !== null) {
    const { uri, id } = document as { uri?: unknown; id?: unknown }
    if (typeof uri === 'string' && uri !== '') return uri
    if (typeof id === 'string' && id !== '') return id
  }
  return `document ${position}`
}
