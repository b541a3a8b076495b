/** How many units a query may pin. Data: a policy may give other values. */
export interface PinLimits {
  /** Units that one keyword pins: all that hold it, if there are no more; else the best of them. */
  readonly unitsPerKeyword: number
  /** Units that all keywords pin together. */
  readonly units: number
}

export const DEFAULT_PIN_LIMITS: PinLimits = { unitsPerKeyword: 3, units: 8 }
