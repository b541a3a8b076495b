const LINE_FEED = 0x0a
/** Kept of either end of a line that is too long: enough to tell whose message it is. */
const EDGE_BYTES = 256

/** A line that was longer than any may be. All but its ends was let go of. */
export interface OverlongLine {
  readonly sizeBytes: number
  readonly head: string
  readonly tail: string
}

/** Cuts a stream of bytes into lines of UTF-8, without their line feeds. Linear, and never holds more than the longest line. */
export class LineSplitter {
  readonly #maxBytes: number
  #pieces: Buffer[] = []
  #sizeBytes = 0
  #head: Buffer | undefined

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Takes the next bytes. @returns the lines that end in them. */
  *push(chunk: Buffer): Generator<string | OverlongLine> {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      this.#take(chunk.subarray(start, end))
      start = end + 1
      yield this.#finish()
    }
    this.#take(chunk.subarray(start))
  }

  #take(piece: Buffer): void {
    this.#sizeBytes += piece.length
    this.#pieces.push(piece)
    if (this.#sizeBytes <= this.#maxBytes) return
    const kept = Buffer.concat(this.#pieces)
    this.#head ??= Buffer.from(kept.subarray(0, EDGE_BYTES))
    this.#pieces = [Buffer.from(kept.subarray(-EDGE_BYTES))]
  }

  #finish(): string | OverlongLine {
    const [pieces, sizeBytes, head] = [this.#pieces, this.#sizeBytes, this.#head]
    this.#pieces = []
    this.#sizeBytes = 0
    this.#head = undefined
    const text = Buffer.concat(pieces).toString('utf8')
    return head === undefined ? text : { sizeBytes, head: head.toString('utf8'), tail: text }
  }
}
