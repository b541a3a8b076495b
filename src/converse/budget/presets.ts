import type { PolicyPreset } from '../../domain/request-policy.ts'
import { DEFAULT_DOCUMENT_POLICY } from '../documents/document-defaults.ts'

const TIERS: PolicyPreset['tiers'] = {
  economy: { budget: 12_000 },
  standard: { budget: 32_000 },
  generous: { budget: 128_000 },
}

const BALANCED: PolicyPreset = {
  shares: { turn: 4, document: 4 },
  atArrival: 'lossless',
  history: { freshUnits: 2, epochDepth: 0.4, watermarkTokens: null, expectedCalls: null },
  cache: { profile: 'anthropic', marks: true },
  documents: DEFAULT_DOCUMENT_POLICY,
  tools: { router: 'none', always: [], groups: {} },
  prune: 'off',
  shadow: { oneIn: 0 },
  latency: null,
  tiers: TIERS,
}

/** What a policy starts from, by name. Data: to change how requests are cut is to change a line here, or the caller's own. */
export const POLICY_PRESETS: Readonly<Record<string, PolicyPreset>> = {
  balanced: BALANCED,
  agent: { ...BALANCED, shares: { turn: 7, document: 1 } },
  retrieval: { ...BALANCED, shares: { turn: 2, document: 7 } },
}

export const DEFAULT_PRESET = 'balanced'
