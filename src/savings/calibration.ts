import type { Calibration, RecordedRequest } from '../domain/usage.ts'
import { contextTokens } from './cache-hits.ts'

/** What the newest request counts for in the moving average. */
const NEWEST_WEIGHT = 0.2

/**
 * Learns from one more request: ratio′ = ratio + .2 · (billed / estimated − ratio); the first one is taken as it is. A request without an estimate, or without tokens, teaches nothing.
 */
export function calibrate(known: Calibration | null, request: RecordedRequest): Calibration | null {
  const { estimatedInputTokens } = request
  const billedTokens = contextTokens(request)
  if (estimatedInputTokens === null || estimatedInputTokens === 0 || billedTokens === 0) return known
  const latest = billedTokens / estimatedInputTokens
  if (known === null) return { ratio: latest, requests: 1 }
  return { ratio: known.ratio + NEWEST_WEIGHT * (latest - known.ratio), requests: known.requests + 1 }
}
