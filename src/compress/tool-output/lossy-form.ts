import type { LineRange } from './line-range.ts'

/** A shorter form of an output that leaves something out. */
export interface LossyForm {
  readonly text: string
  /** Lines of the original that are not shown, ascending. Lines that are shown may have lost white space, colours, or the middle of an overlong line. */
  readonly omitted: readonly LineRange[]
}
