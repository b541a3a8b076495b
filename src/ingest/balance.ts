/** What one unit of context should weigh, in estimated tokens. */
export interface UnitLimits {
  /** Neighbouring paragraphs join up to this; pieces of something oversize are about this large. */
  readonly targetTokens: number
  /** Nothing larger is left whole. */
  readonly capTokens: number
}

/** Measured in the packing experiments: targets of 90 to 150 do about equally well. */
export const UNIT_LIMITS: UnitLimits = { targetTokens: 120, capTokens: 240 }

/** A weight below which a unit says too little to stand alone, if it can join a neighbour. */
export function isCrumb(tokens: number, limits: UnitLimits): boolean {
  return tokens < limits.targetTokens / 4
}

/**
 * Groups consecutive weights into runs of about equal sum near the target, none above the cap unless a single weight is. Each run ends where the
 * running sum is nearest to a multiple of the equal share, so that no small remainder is left at the end. Linear.
 * @returns the index after each run's last weight, ascending.
 */
export function balancedRuns(weights: readonly number[], limits: UnitLimits): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const share = total / Math.max(1, Math.round(total / limits.targetTokens))
  const ends: number[] = []
  let before = 0
  let sum = 0
  let goal = share
  for (const [index, weight] of weights.entries()) {
    const nearer = Math.abs(sum - goal) <= Math.abs(sum + weight - goal)
    if (index > 0 && sum > before && (nearer || sum + weight - before > limits.capTokens)) {
      ends.push(index)
      before = sum
      goal = share * (Math.round(sum / share) + 1)
    }
    sum += weight
  }
  if (weights.length > 0) ends.push(weights.length)
  return ends
}
