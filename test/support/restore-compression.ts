import { expect } from 'vitest'
import { findMarkers } from '../../src/compress/marker.ts'
import type { Compression } from '../../src/domain/compression.ts'

/**
 * Expects that the emitted text, with what lies behind its markers in their place, is the original, byte for byte. Walks along the emitted text: kept spans are read
 * from it, and the original is asked for nothing but what a marker names.
 */
export function expectRestored(
  { text, original, report }: Compression,
  bytes: Uint8Array,
  encoding: BufferEncoding | 'utf-16be',
): void {
  const markers = findMarkers(text).filter(({ alias }) => original.startsWith(alias))
  const pieces: Uint8Array[] = []
  let at = 0
  let byte = 0
  for (const { start, end, kind, replacement, continuation = '' } of report.spans) {
    expect(start).toBe(byte)
    expect(end).toBeGreaterThan(start)
    byte = end
    if (kind === 'kept') {
      const length = decode(bytes.subarray(start, end), encoding).length
      pieces.push(encode(text.slice(at, at + length), encoding))
      at += length
      continue
    }
    if (replacement !== undefined) {
      expect(text.startsWith(`${replacement} `, at)).toBe(true)
      at += replacement.length + 1
    }
    const marker = markers.shift()
    expect(marker?.index).toBe(at)
    expect(marker?.span).toEqual({ start, end })
    pieces.push(bytes.subarray(marker!.span.start, marker!.span.end))
    at += marker!.text.length
    expect(text.startsWith(continuation, at)).toBe(true)
    expect(continuation).toMatch(/^(?:$|\r?\n)/)
    at += continuation.length
  }
  expect(byte).toBe(bytes.length)
  expect(markers).toEqual([])
  expect(Buffer.concat(pieces).equals(bytes)).toBe(true)
}

function decode(bytes: Uint8Array, encoding: BufferEncoding | 'utf-16be'): string {
  return encoding === 'utf-16be'
    ? Buffer.from(bytes).swap16().toString('utf16le')
    : Buffer.from(bytes).toString(encoding)
}

function encode(text: string, encoding: BufferEncoding | 'utf-16be'): Uint8Array {
  return encoding === 'utf-16be' ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text, encoding)
}
