/** A binary heap of candidate merges by key, lowest first; each carries the end of its pair. Empty again after every use, so it can be reused. */
export class CandidateHeap {
  readonly #keys: number[] = []
  readonly #ends: number[] = []

  get size(): number {
    return this.#keys.length
  }

  get lowestKey(): number {
    return this.#keys[0]!
  }

  get lowestEnd(): number {
    return this.#ends[0]!
  }

  push(key: number, end: number): void {
    const keys = this.#keys
    let at = keys.length
    keys.push(key)
    this.#ends.push(end)
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (keys[parent]! <= key) break
      this.#move(parent, at)
      at = parent
    }
    this.#place(at, key, end)
  }

  removeLowest(): void {
    const keys = this.#keys
    const key = keys.pop()!
    const end = this.#ends.pop()!
    if (keys.length === 0) return
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= keys.length) break
      if (child + 1 < keys.length && keys[child + 1]! < keys[child]!) child += 1
      if (keys[child]! >= key) break
      this.#move(child, at)
      at = child
    }
    this.#place(at, key, end)
  }

  #move(from: number, to: number): void {
    this.#place(to, this.#keys[from]!, this.#ends[from]!)
  }

  #place(at: number, key: number, end: number): void {
    this.#keys[at] = key
    this.#ends[at] = end
  }
}
