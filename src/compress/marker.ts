import type { Span } from '../domain/span.ts'

const ID_DIGITS = 64
/** What every marker of ours begins with, whatever original it leads to. */
const OPENING = '<!-- pg:src='
const MARKER = /<!-- pg:src=([0-9a-f]{8,64})#(\d+)-(\d+) -->/g

/** A marker found in a text: where it stands, in UTF-16 units, and where it leads. */
export interface FoundMarker {
  readonly index: number
  readonly text: string
  /** The id of an original, or an alias of it. */
  readonly alias: string
  readonly span: Span
}

/** `<!-- pg:src=<alias>#<start>-<end> -->`: stands for a span, in bytes, of a stored original. */
export function formatMarker(alias: string, span: Span): string {
  return `${OPENING}${alias}#${span.start}-${span.end} -->`
}

/**
 * The name of an original in the markers of one output: its alias, lengthened digit by digit as long as one of the texts that the output is made of names the same
 * source itself. So nothing that is quoted can be taken for a marker of ours, but for a text that holds its own SHA-256.
 */
export function chooseAlias(originalId: string, alias: string, texts: readonly string[]): string {
  let length = alias.length
  while (length < ID_DIGITS && texts.some((text) => text.includes(`pg:src=${originalId.slice(0, length)}`))) length++
  return originalId.slice(0, length)
}

/** Every text in the form of a marker, in order, whoever wrote it. Linear. */
export function findMarkers(text: string): readonly FoundMarker[] {
  if (!text.includes(OPENING)) return []
  return Array.from(text.matchAll(MARKER), ({ index, 0: marker, 1: alias = '', 2: start, 3: end }) => ({
    index,
    text: marker,
    alias,
    span: { start: Number(start), end: Number(end) },
  }))
}
