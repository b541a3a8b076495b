import { createReadStream } from 'node:fs'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

const LINE_FEED = 0x0a

/** A line of a corpus file. */
export interface CorpusLine {
  /** From 1. */
  readonly number: number
  /** Without the line feed; undefined when the line is longer than the limit. */
  readonly bytes: Uint8Array | undefined
  /** Bytes of the file on disk (compressed ones) that were read since the line before. */
  readonly sizeBytes: number
}

export interface LineLimits {
  readonly maxLineBytes: number
  /** Reading stops with an error when more comes out of the file than this. */
  readonly maxTotalBytes: number
}

/**
 * Reads a file, decompressing it when its name ends in `.gz`, line by line; holds one line and one chunk. The last line need not end in a line feed.
 * @throws the stream's errors (a truncated or damaged gzip file among them), RangeError above `maxTotalBytes`.
 */
export async function* readLines(path: string, limits: LineLimits): AsyncGenerator<CorpusLine> {
  const file = createReadStream(path, { highWaterMark: 1 << 18 })
  // The callback is there so that an error is thrown to the reader of the stream and not to the process.
  const content: Readable = /\.gz$/i.test(path) ? pipeline(file, createGunzip(), () => {}) : file
  const line = new LineBuffer(limits.maxLineBytes)
  let number = 0
  let reportedBytes = 0
  let totalBytes = 0
  const next = (): CorpusLine => {
    const sizeBytes = file.bytesRead - reportedBytes
    reportedBytes = file.bytesRead
    number++
    return { number, bytes: line.take(), sizeBytes }
  }

  for await (const chunk of content as AsyncIterable<Uint8Array>) {
    totalBytes += chunk.length
    if (totalBytes > limits.maxTotalBytes)
      throw new RangeError(`more than ${limits.maxTotalBytes} bytes come out of the compressed file`)
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      line.add(chunk.subarray(start, end))
      yield next()
      start = end + 1
    }
    line.add(chunk.subarray(start))
  }
  if (!line.isEmpty) yield next()
}

/** Gathers the parts of one line, and forgets them when they become too much. */
class LineBuffer {
  readonly #maxBytes: number
  #parts: Uint8Array[] = []
  #length = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get isEmpty(): boolean {
    return this.#length === 0
  }

  add(part: Uint8Array): void {
    this.#length += part.length
    if (this.#length > this.#maxBytes) this.#parts = []
    else if (part.length > 0) this.#parts.push(part)
  }

  take(): Uint8Array | undefined {
    const parts = this.#parts
    const tooLong = this.#length > this.#maxBytes
    this.#parts = []
    this.#length = 0
    if (tooLong) return undefined
    return parts.length === 1 ? parts[0] : Buffer.concat(parts)
  }
}
