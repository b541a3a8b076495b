/** What is emitted: a prefix that is the same in every call, then what is not. */
export interface Layout {
  readonly text: string
  /** UTF-16 units of the stable prefix. */
  readonly stableLength: number
  readonly stamp: string
}

const BLANK_LINE = '\n\n'

/**
 * Phase LAYOUT: the document first, the volatile stamp last, after a blank line that belongs to the stable part, so that neither its bytes nor its tokens depend on
 * the stamp. A text that ends with this very stamp has been laid out before.
 */
export function layOut(body: string, stamp: string): Layout {
  if (stamp === '') return { text: body, stableLength: body.length, stamp }
  const ending = BLANK_LINE + stamp
  if (body.endsWith(ending)) return { text: body, stableLength: body.length - stamp.length, stamp }
  return { text: body + ending, stableLength: body.length + BLANK_LINE.length, stamp }
}
