import { z } from 'zod'
import { canonicalJson } from '../indexing/content-hash.ts'

/** Of a document, or of a filter. */
export const metadata: z.ZodType = z
  .record(z.string(), z.unknown())
  .refine(hasJson, 'must be what JSON can hold: no cycles, no bigint, no nesting without end')

export const bytes: z.ZodType = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'must be a Uint8Array')

/** SQLite keeps text as UTF-8, which half a surrogate pair has no place in. */
const storable = z.string().refine((value) => !/\p{Surrogate}/u.test(value), 'holds half of a surrogate pair')
const storableName = storable.min(1)

/** A document that a caller gives. */
export const documentSchema: z.ZodType = z
  .strictObject({
    id: storableName.optional(),
    uri: storableName.optional(),
    text: z.string().optional(),
    pageContent: z.string().optional(),
    bytes: bytes.optional(),
    title: storable.optional(),
    metadata: metadata.optional(),
    mediaType: storableName.optional(),
    collection: storableName.optional(),
    stable: z.boolean().optional(),
  })
  .refine((document) => document.uri !== undefined || document.id !== undefined, 'needs an id or a uri')
  .refine(
    ({ text, pageContent, bytes }) => text !== undefined || pageContent !== undefined || bytes !== undefined,
    'needs text, pageContent or bytes',
  )
  .refine(
    ({ text, pageContent, bytes }) => [text, pageContent, bytes].filter((given) => given !== undefined).length <= 1,
    'has more than one of text, pageContent and bytes, which may differ',
  )

function hasJson(value: unknown): boolean {
  try {
    return canonicalJson(value).startsWith('{')
  } catch {
    return false
  }
}
