import type { DocumentInput, Metadata } from '../../domain/document.ts'

/** A record as a document, or what is wrong with it. */
export type RecordResult =
  | { readonly kind: 'record'; readonly input: DocumentInput & { readonly uri: string } }
  | { readonly kind: 'invalid'; readonly reason: string }

const OPTIONAL_STRINGS = ['title', 'collection', 'mediaType'] as const
const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads one line of a corpus: a JSON object with `id` (text or a number) and `text` (or `pageContent`), and perhaps `title`, `metadata`, `collection`,
 * `mediaType`. Null is as good as absent; other fields are ignored.
 */
export function parseRecord(line: Uint8Array): RecordResult {
  let value: unknown
  try {
    value = JSON.parse(strictUtf8.decode(line))
  } catch (error) {
    const reason =
      error instanceof SyntaxError ? `the line is not JSON: ${error.message}` : 'the line is not valid UTF-8'
    return { kind: 'invalid', reason }
  }
  if (!isObject(value)) return invalid('the line is not a JSON object', value)
  return toInput(value)
}

function toInput(record: Readonly<Record<string, unknown>>): RecordResult {
  const uri = typeof record.id === 'number' ? String(record.id) : record.id
  if (typeof uri !== 'string' || uri === '')
    return invalid('the record needs an “id” that is text and not empty', record.id)
  const text = record.text ?? record.pageContent
  if (typeof text !== 'string') return invalid(`the record “${uri}” needs a “text” that is text`, text)
  const strings: { [name in (typeof OPTIONAL_STRINGS)[number]]?: string } = {}
  for (const name of OPTIONAL_STRINGS) {
    const value = record[name] ?? undefined
    if (value === undefined) continue
    if (typeof value !== 'string') return invalid(`“${name}” of the record “${uri}” must be text`, value)
    strings[name] = value
  }
  const metadata = record.metadata ?? undefined
  if (metadata !== undefined && !isObject(metadata)) {
    return invalid(`“metadata” of the record “${uri}” must be an object`, metadata)
  }
  return {
    kind: 'record',
    input: { uri, text, ...strings, ...(metadata === undefined ? {} : { metadata: metadata as Metadata }) },
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function invalid(reason: string, value: unknown): RecordResult {
  const found =
    value === undefined ? 'nothing' : Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`
  return { kind: 'invalid', reason: `${reason}, and there is ${value === '' ? 'an empty one' : found}` }
}
