import { PackgraphError } from './errors.ts'

/** A half-open range `[start, end)` in **bytes of an original**. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Where a text comes from: a span of a stored original. Written `<original id>#<start>-<end>`. */
export interface Reference {
  /** The original's id (64 hex digits), or the first 8 or more of them: the alias of an archived original, which the index that holds it resolves. */
  readonly originalId: string
  readonly span: Span
}

const REFERENCE = /^([0-9a-f]{8,64})#(\d+)-(\d+)$/

/** Writes a reference as `<original id>#<start>-<end>`; an alias may stand for the id. */
export function formatReference(originalId: string, span: Span): string {
  return `${originalId}#${span.start}-${span.end}`
}

/**
 * Reads `<original id>#<start>-<end>`, or an alias of 8 hex digits or more in place of the id.
 * @throws PackgraphError `INVALID_REFERENCE` when the text has another form or the range runs backwards.
 */
export function parseReference(text: string): Reference {
  const match = REFERENCE.exec(text)
  const start = Number(match?.[2])
  const end = Number(match?.[3])
  if (!match?.[1] || !Number.isSafeInteger(start) || !Number.isSafeInteger(end) || end < start) {
    throw new PackgraphError(
      'INVALID_REFERENCE',
      `“${text}” is not a reference; a reference is <64 hex digits, or an alias of 8 or more>#<start>-<end>`,
      {
        facts: { reference: text },
        hint: 'Take the ref of an item from search or pack, or write <uri>#<start>-<end>.',
      },
    )
  }
  return { originalId: match[1], span: { start, end } }
}
