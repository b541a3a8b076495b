/** What was made lately, from one call to the next. */
export interface RecentCache<Value> {
  /** `undefined` where it is not, or no longer, known. */
  get(key: string): Value | undefined
  /** @param size of key and value, in the unit of the cache's room. What is larger than half of it is not kept. */
  set(key: string, value: Value, size: number): void
}

/** What a short entry takes beside its text, in characters. */
export const ENTRY_CHARACTERS = 64

interface Entry<Value> {
  readonly value: Value
  readonly size: number
}

/** A bounded cache. What was asked for lately stays: when half of the room is full, the half before it is forgotten. */
export function createRecentCache<Value>(room: number): RecentCache<Value> {
  let young = new Map<string, Entry<Value>>()
  let old = young
  let filled = 0
  const put = (key: string, entry: Entry<Value>): void => {
    if (entry.size > room / 2) return
    if (filled + entry.size > room / 2) {
      old = young
      young = new Map()
      filled = 0
    }
    young.set(key, entry)
    filled += entry.size
  }
  const get = (key: string): Value | undefined => {
    const entry = young.get(key)
    if (entry !== undefined) return entry.value
    const older = old.get(key)
    if (older !== undefined) put(key, older)
    return older?.value
  }
  return { get, set: (key, value, size) => put(key, { value, size }) }
}
