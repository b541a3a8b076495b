import type { PolicyPreset } from '../../domain/request-policy.ts'

const TIERS: PolicyPreset['tiers'] = {
  economy: { budget: 12_000 },
  standard: { budget: 32_000 },
  generous: { budget: 128_000 },
}

/** What a policy starts from, by name. Data: to change how requests are cut is to change a line here, or the caller's own. */
export const POLICY_PRESETS: Readonly<Record<string, PolicyPreset>> = {
  balanced: { shares: { tools: 2, turn: 4, document: 4 }, tiers: TIERS },
  agent: { shares: { tools: 2, turn: 7, document: 1 }, tiers: TIERS },
  retrieval: { shares: { tools: 1, turn: 2, document: 7 }, tiers: TIERS },
}

export const DEFAULT_PRESET = 'balanced'
