/** A run of neighbouring texts that travel in one request. `start` is the position of the first. */
export interface Batch {
  readonly start: number
  readonly texts: readonly string[]
}

/** Cuts texts into runs of at most `maxTexts` texts and `maxBytes` UTF-8 bytes; a text larger than that travels alone. */
export function batchesOf(texts: readonly string[], maxTexts: number, maxBytes: number): Batch[] {
  const batches: Batch[] = []
  let start = 0
  let sizeBytes = 0
  texts.forEach((text, position) => {
    const textBytes = Buffer.byteLength(text)
    const full = position - start >= maxTexts || (position > start && sizeBytes + textBytes > maxBytes)
    if (full) {
      batches.push({ start, texts: texts.slice(start, position) })
      start = position
      sizeBytes = 0
    }
    sizeBytes += textBytes
  })
  if (start < texts.length) batches.push({ start, texts: texts.slice(start) })
  return batches
}

/** Runs `work` on every item, at most `limit` at once, started in order. Rejects with the first failure and starts nothing after it. */
export async function forEachLimited<Item>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0
  let failed = false
  const runner = async (): Promise<void> => {
    while (next < items.length && !failed) {
      const item = items[next++]!
      try {
        await work(item)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, runner))
}
