/** Time as the engine sees it. */
export interface Clock {
  /** Milliseconds from an arbitrary origin, never going back; for durations. */
  monotonicMs(): number
}
