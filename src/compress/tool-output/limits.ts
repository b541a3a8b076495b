/** Where slimming starts, what it keeps, and when it is worth it. Data: a host may give other values for each. */
export interface SlimLimits {
  /** Smaller outputs pass, in bytes. */
  readonly leastBytes: number
  /** Smaller outputs of a tool that failed pass, in bytes: what went wrong is there. */
  readonly leastErrorBytes: number
  /** A slimmed text may have at most this share of the original's bytes... */
  readonly mostKeptShare: number
  /** ...and must save this many. */
  readonly leastSavedBytes: number
  /** Longer lines lose their middle, in UTF-16 units. */
  readonly lineLength: number
  /** Text of at most this many lines, runs folded, is shown whole. */
  readonly windowLines: number
  readonly windowHeadLines: number
  readonly windowTailLines: number
  /** Error lines shown from what a window or a stride leaves out. */
  readonly anchors: number
  /** Lines that stand for all of their form, shown from what a window leaves out. */
  readonly templates: number
  /** Lines shown at even distances from what a window leaves out: marks between which a reader can ask. */
  readonly landmarks: number
  readonly tableHeadRows: number
  readonly tableTailRows: number
  /** Rows shown from what lies between head and tail of a table, at even distances. */
  readonly tableSamples: number
}

export const DEFAULT_SLIM_LIMITS: SlimLimits = {
  leastBytes: 1400,
  leastErrorBytes: 6000,
  mostKeptShare: 0.72,
  leastSavedBytes: 500,
  lineLength: 420,
  windowLines: 240,
  windowHeadLines: 140,
  windowTailLines: 80,
  anchors: 25,
  templates: 60,
  landmarks: 16,
  tableHeadRows: 60,
  tableTailRows: 40,
  tableSamples: 50,
}
