/**
 * A notation of others for JSON values, which may be shorter than JSON. What it cannot keep (the spelling of numbers, duplicate keys, the order of keys that look
 * like numbers) is noticed by whoever uses it: by decoding and comparing.
 */
export interface Notation {
  /** Name and version. */
  readonly identity: string
  /** What may part the cells of its tables, the usual one first. */
  readonly delimiters: readonly string[]
  /** Writes a value as `JSON.parse` gives it. Pure. */
  encode(value: unknown, delimiter: string): string
  /** Reads what `encode` wrote, with any delimiter. @throws PackgraphError `INPUT` on anything else. */
  decode(text: string): unknown
}
