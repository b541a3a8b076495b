import type { Clock } from '../../ports/clock.ts'

/** The machine's clocks. */
export const systemClock: Clock = {
  monotonicMs: () => performance.now(),
  epochMs: () => Date.now(),
}
