/** The value below which a share of the values lies (nearest rank). @param share 0 to 1. */
export function percentile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort()
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
  if (value === undefined) throw new RangeError('nothing was measured')
  return value
}

export function median(values: ArrayLike<number>): number {
  return percentile(values, 0.5)
}

/** Wall-clock milliseconds of some work. */
export async function timeMs(work: () => unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
