import type { SlimLimits } from './limits.ts'

/** An output before and after. */
export interface SlimSizes {
  readonly bytesBefore: number
  readonly bytesAfter: number
  readonly tokensBefore: number
  readonly tokensAfter: number
}

type GateLimits = Pick<SlimLimits, 'mostKeptShare' | 'leastSavedBytes'>

/** Whether bytes alone allow a replacement: worth asking before tokens are counted. */
export function savesBytes(
  { bytesBefore, bytesAfter }: Omit<SlimSizes, 'tokensBefore' | 'tokensAfter'>,
  limits: GateLimits,
): boolean {
  return bytesAfter <= limits.mostKeptShare * bytesBefore && bytesBefore - bytesAfter >= limits.leastSavedBytes
}

/** Never worse: a replacement is much smaller in bytes, and has fewer tokens by the counter of the model that will read it. */
export function passesGate(sizes: SlimSizes, limits: GateLimits): boolean {
  return savesBytes(sizes, limits) && sizes.tokensAfter < sizes.tokensBefore
}
