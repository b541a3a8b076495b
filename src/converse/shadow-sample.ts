import { sha256Of } from '../pack/sha256.ts'
import { canonicalJson } from './canonical-json.ts'

const HEX_DIGITS = 12
const KEYS = 16 ** HEX_DIGITS

/** What a request is known by in shadow evaluation: SHA-256 of its canonical JSON, 64 hex digits. The order of keys does not matter. */
export function shadowKey(request: unknown): string {
  return sha256Of(canonicalJson(request))
}

/**
 * Whether a request is in the sample of 1 in `oneIn` (1: all; 0: none). Decided by its key alone, so that the same request gets the same answer in every process, and whoever is in a smaller sample
 * is in every larger one.
 */
export function isShadowed(key: string, oneIn: number): boolean {
  if (oneIn === 0) return false
  return Number.parseInt(key.slice(0, HEX_DIGITS), 16) * oneIn < KEYS
}
