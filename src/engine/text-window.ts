import type { TextEncodingName } from '../domain/document.ts'
import type { Span } from '../domain/span.ts'

const LINE_FEED = 0x0a

/**
 * Widens a span to the whole lines that it touches, and by as many further lines on either side. A line ends after its line feed; where there is none, the
 * text ends it.
 */
export function widenToLines(bytes: Uint8Array, encoding: TextEncodingName, span: Span, lines: number): Span {
  const width = unitBytes(encoding)
  const isLineFeed = lineFeedTest(bytes, encoding)
  const first = span.start - (span.start % width)
  const last = span.end > span.start ? span.end - 1 - ((span.end - 1) % width) : first
  return {
    start: linesBack(first, lines, width, isLineFeed),
    end: linesForth(last, lines, width, bytes.length, isLineFeed),
  }
}

/**
 * Cuts a span to at most `maxBytes` (4 or more, so that every character fits): after a line in its second half if there is one, else between two
 * characters. What is left of the span begins where the result ends.
 */
export function cutToBytes(bytes: Uint8Array, encoding: TextEncodingName, span: Span, maxBytes: number): Span {
  if (span.end - span.start <= maxBytes) return span
  const width = unitBytes(encoding)
  const isLineFeed = lineFeedTest(bytes, encoding)
  const limit = span.start + maxBytes - (maxBytes % width)
  for (let at = limit - width; at >= span.start + maxBytes / 2; at -= width) {
    if (isLineFeed(at)) return { start: span.start, end: at + width }
  }
  return { start: span.start, end: characterStart(bytes, encoding, limit) }
}

function linesBack(first: number, lines: number, width: number, isLineFeed: (at: number) => boolean): number {
  let remaining = lines
  for (let at = first - width; at >= 0; at -= width) {
    if (isLineFeed(at) && remaining-- === 0) return at + width
  }
  return 0
}

function linesForth(
  last: number,
  lines: number,
  width: number,
  sizeBytes: number,
  isLineFeed: (at: number) => boolean,
): number {
  let remaining = lines
  for (let at = last; at < sizeBytes; at += width) {
    if (isLineFeed(at) && remaining-- === 0) return at + width
  }
  return sizeBytes
}

function unitBytes(encoding: TextEncodingName): 1 | 2 {
  return encoding === 'utf-16le' || encoding === 'utf-16be' ? 2 : 1
}

function lineFeedTest(bytes: Uint8Array, encoding: TextEncodingName): (at: number) => boolean {
  if (encoding === 'utf-16le') return (at) => bytes[at] === LINE_FEED && bytes[at + 1] === 0
  if (encoding === 'utf-16be') return (at) => bytes[at] === 0 && bytes[at + 1] === LINE_FEED
  return (at) => bytes[at] === LINE_FEED
}

/** The start of the character that the byte at `at` belongs to. */
function characterStart(bytes: Uint8Array, encoding: TextEncodingName, at: number): number {
  if (encoding === 'latin1') return at
  if (encoding === 'utf-8') {
    let start = at
    while (start > 0 && (bytes[start]! & 0xc0) === 0x80) start--
    return start
  }
  const high = bytes[encoding === 'utf-16le' ? at + 1 : at]!
  const isLowSurrogate = high >= 0xdc && high <= 0xdf
  return isLowSurrogate ? at - 2 : at
}
