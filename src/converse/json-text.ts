/**
 * A value as compact JSON, as a provider's client would send it: the empty text for what JSON has no word for. A value that refers to itself has no JSON
 * either.
 */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value, (_, held: unknown) => (typeof held === 'bigint' ? String(held) : held)) ?? ''
  } catch {
    return ''
  }
}
