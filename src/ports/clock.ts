/** Time as the engine sees it. */
export interface Clock {
  /** Milliseconds from an arbitrary origin, never going back; for durations. */
  monotonicMs(): number
  /** Milliseconds since the beginning of 1970 (UTC), as the machine believes; for dates. It may jump. */
  nowMs(): number
}
