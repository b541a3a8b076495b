import type { MeanInterval } from '../domain/savings.ts'

const Z = 1.96

/**
 * The mean of values from 0 to 1 with its 95 % interval: Wilson's score interval, with the mean in the place of a proportion. Values between 0 and 1 spread no more than zeros and ones of the same mean, so
 * the interval is rather too wide than too narrow; it is sound for few values, and when all are 1. No values: nothing is known, 0 to 1.
 * Source: Wilson, Probable Inference, the Law of Succession, and Statistical Inference (1927).
 */
export function meanInterval(sum: number, count: number): MeanInterval {
  if (count === 0) return { mean: 0, low: 0, high: 1 }
  const mean = sum / count
  const scale = 1 + Z ** 2 / count
  const centre = (mean + Z ** 2 / (2 * count)) / scale
  const half = (Z / scale) * Math.sqrt((mean * (1 - mean)) / count + Z ** 2 / (4 * count ** 2))
  return { mean, low: Math.max(0, centre - half), high: Math.min(1, centre + half) }
}
