import { createHash } from 'node:crypto'

/**
 * A value as JSON whose keys are sorted, so that equal values have equal texts in whatever order they were written. Keys without a value are left out, as JSON
 * does; what is no JSON is told apart by what it holds: bytes by their hash, a URL and a date by their text, and all functions are the same. Linear, but for the sorting of
 * keys.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return scalar(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (ArrayBuffer.isView(value)) return bytes(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
  if (value instanceof ArrayBuffer) return bytes(new Uint8Array(value))
  if (value instanceof URL) return `{"url":${JSON.stringify(value.href)}}`
  if (value instanceof Date) return `{"date":${value.getTime()}}`
  const entries = Object.entries(value).filter(([, held]) => held !== undefined)
  entries.sort(([left], [right]) => (left < right ? -1 : 1))
  return `{${entries.map(([key, held]) => `${JSON.stringify(key)}:${canonicalJson(held)}`).join(',')}}`
}

function scalar(value: unknown): string {
  if (typeof value === 'bigint') return `{"bigint":"${value}"}`
  return typeof value === 'function' ? '"function"' : (JSON.stringify(value) ?? 'null')
}

function bytes(held: Uint8Array): string {
  return `{"bytes":"${createHash('sha256').update(held).digest('hex')}"}`
}
