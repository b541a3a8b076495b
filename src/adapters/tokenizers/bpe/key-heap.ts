/** A binary heap of numbers, lowest first. */
export class KeyHeap {
  readonly #keys: number[] = []

  get size(): number {
    return this.#keys.length
  }

  add(key: number): void {
    const keys = this.#keys
    let at = keys.length
    keys.push(key)
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (keys[parent]! <= key) break
      keys[at] = keys[parent]!
      at = parent
    }
    keys[at] = key
  }

  /** Takes out the lowest key; the heap is not empty. */
  removeLowest(): number {
    const keys = this.#keys
    const lowest = keys[0]!
    const key = keys.pop()!
    if (keys.length === 0) return lowest
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= keys.length) break
      if (child + 1 < keys.length && keys[child + 1]! < keys[child]!) child += 1
      if (keys[child]! >= key) break
      keys[at] = keys[child]!
      at = child
    }
    keys[at] = key
    return lowest
  }
}
