import type { Span } from '../domain/span.ts'
import type { TextRange } from '../domain/text/sentences.ts'

/** Bytes that the first `length` UTF-16 units of a text take in an original. */
type Measure = (text: string, length: number) => number

const MEASURES: readonly Measure[] = [
  (text, length) => Buffer.byteLength(length === text.length ? text : text.slice(0, length), 'utf8'),
  (_text, length) => 2 * length,
  (_text, length) => length,
]

/**
 * Turns ranges of a unit's text into byte spans of its original. The original's encoding (UTF-8, UTF-16 or Latin-1) shows in how long the unit's span is
 * for its text. Where the length suits two encodings that disagree about a boundary, the answer is the unit's whole span: wider than need be, never
 * wrong.
 */
export function byteSpansOf(text: string, span: Span, ranges: readonly TextRange[]): readonly Span[] {
  const lengthBytes = span.end - span.start
  const readings = MEASURES.filter((measure) => measure(text, text.length) === lengthBytes).map((measure) =>
    ranges.map(({ start, end }) => ({
      start: span.start + measure(text, start),
      end: span.start + measure(text, end),
    })),
  )
  const [first, ...others] = readings
  if (!first || others.some((other) => !isEqual(first, other))) return [span]
  return first
}

function isEqual(left: readonly Span[], right: readonly Span[]): boolean {
  return left.every((span, index) => span.start === right[index]?.start && span.end === right[index].end)
}
