/** What a benchmark is told about the run that it is part of. */
export interface BenchmarkRun {
  /** Small sizes and few repeats: to see that it works, never to quote. */
  readonly quick: boolean
  /** A folder that lasts as long as the run; benchmarks share what they build there. */
  readonly scratchFolder: string
}

/** Tells whoever waits what is being done. */
export type Progress = (message: string) => void

/** One line of the table: some work beside its reference, measured in the same process. */
export interface Row {
  readonly work: string
  /** What it is compared with; empty where a figure stands alone. */
  readonly reference: string
  /** The figure, for reading: `23×`, `412 MB`. */
  readonly measured: string
  /** What was to be reached, for reading; absent where nothing was. */
  readonly reach?: string
  readonly isReached?: boolean
  /** Absolute times and counts: they belong to the machine. */
  readonly note: string
  /** Everything measured, by name with its unit. */
  readonly figures: Readonly<Record<string, number>>
}

/** What each `*.bench.ts` exports as `measure`. */
export type Measure = (run: BenchmarkRun, progress: Progress) => Promise<readonly Row[]>

interface RowText {
  readonly work: string
  readonly reference: string
  readonly note: string
  readonly figures: Readonly<Record<string, number>>
}

/** How many times as fast as the reference: the larger the better. */
export function speedRow(text: RowText, times: number, atLeast?: number): Row {
  return {
    ...text,
    measured: `${digits(times)}× faster`,
    ...(atLeast !== undefined && { reach: `≥ ${digits(atLeast)}×`, isReached: times >= atLeast }),
  }
}

/** How many times the reference's time, size or growth: the smaller the better. */
export function shareRow(text: RowText, times: number, atMost?: number): Row {
  return {
    ...text,
    measured: `${digits(times)}×`,
    ...(atMost !== undefined && { reach: `≤ ${digits(atMost)}×`, isReached: times <= atMost }),
  }
}

/** A figure with a unit of its own. */
export function figureRow(
  text: RowText,
  value: number,
  unit: string,
  reach: { readonly atLeast?: number; readonly atMost?: number } = {},
): Row {
  const { atLeast, atMost } = reach
  return {
    ...text,
    measured: `${digits(value)} ${unit}`,
    ...(atLeast !== undefined && { reach: `≥ ${atLeast} ${unit}`, isReached: value >= atLeast }),
    ...(atMost !== undefined && { reach: `≤ ${atMost} ${unit}`, isReached: value <= atMost }),
  }
}

/** Three significant digits, and whole numbers in full. */
export function digits(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  return Number(value.toPrecision(3)).toString()
}
