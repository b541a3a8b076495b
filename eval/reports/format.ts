import type { Interval } from '../metrics/bootstrap.ts'

const MINUS = '−'

/** A share as `95.2`: per cent with one decimal; `–` where there is nothing to say. */
export function formatShare(share: number | null): string {
  return share === null ? '–' : (share * 100).toFixed(1)
}

/** A difference of shares as `+8.1` or `−0.4`: points. */
export function formatPoints(difference: number): string {
  const points = (difference * 100).toFixed(1)
  if (Number(points) === 0) return '0.0'
  return difference > 0 ? `+${points}` : points.replace('-', MINUS)
}

/** `+8.1 [+3.2, +12.9]`, with a star where the interval excludes 0. */
export function formatInterval(interval: Interval): string {
  const { mean, low, high } = interval
  return `${formatPoints(mean)} [${formatPoints(low)}, ${formatPoints(high)}]${isSignificant(interval) ? ' *' : ''}`
}

/** Whether the 95 % interval excludes 0. */
export function isSignificant({ low, high }: Interval): boolean {
  return low > 0 || high < 0
}

/** `1,234`, whatever the locale of the machine. */
export function formatWhole(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

/** `812 ms`, `6.4 s`. */
export function formatTime(milliseconds: number): string {
  if (milliseconds >= 1_000) return `${(milliseconds / 1_000).toFixed(1)} s`
  return milliseconds >= 10 ? `${Math.round(milliseconds)} ms` : `${milliseconds.toFixed(1)} ms`
}
