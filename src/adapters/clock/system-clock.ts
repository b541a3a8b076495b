import type { Clock } from '../../ports/clock.ts'

/** The machine's clock. */
export const systemClock: Clock = {
  monotonicMs: () => performance.now(),
  nowMs: () => Date.now(),
}
