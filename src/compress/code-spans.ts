/** Stands for what is inside a code span where rules look for markup. */
const COVER = '\0'
const COMMENT_OPENING = '<!--'
const COMMENT_CLOSING = '-->'
/** `<!-->` */
const SHORTEST_COMMENT_LENGTH = 5

/** A run of backticks. */
interface Run {
  readonly index: number
  readonly length: number
}

/**
 * A text of the same length in which the insides of code spans are blotted out, so that what looks like markup in one is not found. A run of backticks closes at the
 * next run as long as itself; a run without one, or in an HTML comment, is plain text. Linear.
 */
export function coverCode(text: string): string {
  if (!text.includes('`')) return text
  const runs = Array.from(text.matchAll(/`+/g), ({ index, 0: { length } }) => ({ index, length }))
  const closings = nextOfSameLength(runs)
  const comments = new CommentCursor(text)
  let covered = ''
  let at = 0
  for (let run = 0; run < runs.length; run++) {
    const closing = closings[run]
    if (closing === undefined || comments.hold(runs[run]!.index, at)) continue
    const start = runs[run]!.index + runs[run]!.length
    const end = runs[closing]!.index
    covered += text.slice(at, start) + COVER.repeat(end - start)
    at = end
    run = closing
  }
  return covered + text.slice(at)
}

/** For each run the position of the next one as long as itself. */
function nextOfSameLength(runs: readonly Run[]): readonly (number | undefined)[] {
  const latest = new Map<number, number>()
  const next: (number | undefined)[] = runs.map(() => undefined)
  for (let run = runs.length - 1; run >= 0; run--) {
    const { length } = runs[run]!
    next[run] = latest.get(length)
    latest.set(length, run)
  }
  return next
}

/** Walks along the comments of a text; no part of it is searched twice. */
class CommentCursor {
  readonly #text: string
  #start = 0
  /** Where the comment ends: the first closing behind its opening, and so that of every opening between. */
  #end = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Whether an offset lies in a comment that opens at `from` or later. Both ascend from call to call. */
  hold(offset: number, from: number): boolean {
    while (this.#start < from || this.#end <= offset) this.#find(this.#start < from ? from : this.#end)
    return this.#start <= offset
  }

  #find(from: number): void {
    const start = this.#text.indexOf(COMMENT_OPENING, from)
    this.#start = start < 0 ? Number.POSITIVE_INFINITY : start
    if (this.#end >= this.#start + SHORTEST_COMMENT_LENGTH) return
    const close = start < 0 ? -1 : this.#text.indexOf(COMMENT_CLOSING, start + 2)
    if (close < 0) this.#start = Number.POSITIVE_INFINITY
    this.#end = close < 0 ? Number.POSITIVE_INFINITY : close + COMMENT_CLOSING.length
  }
}
