import { DEFAULT_PRESET, POLICY_PRESETS } from '../converse/budget/presets.ts'
import { PackgraphError } from '../domain/errors.ts'
import { nearestName } from '../domain/nearest-name.ts'
import type { PolicyChanges, RequestPolicy, ResolvedPolicy } from '../domain/request-policy.ts'
import { chosenProfile } from './effective-tokens.ts'
import { checkValue } from './options.ts'
import { requestPolicySchema } from './request-schema.ts'

/**
 * Checks a policy and puts together what it says: its preset, its own words over that, and the tier that its budget names over both.
 * @throws PackgraphError `INVALID_OPTION` for what a policy cannot be, and for an unknown preset or tier with the nearest name.
 */
export function resolvePolicy(policy: RequestPolicy): ResolvedPolicy {
  checkValue(requestPolicySchema, policy, 'the policy', 'INVALID_OPTION')
  const preset = named(POLICY_PRESETS, policy.preset ?? DEFAULT_PRESET, 'preset')
  const tiers = { ...preset.tiers, ...policy.tiers }
  const tier = typeof policy.budget === 'string' ? named(tiers, policy.budget, 'tier') : {}
  const own = typeof policy.budget === 'string' ? undefined : policy.budget
  const cache = { ...preset.cache, ...policy.cache, ...tier.cache }
  return {
    budgetTokens: budgetTokensOf(tier.budget ?? own, policy.budget),
    shares: { ...preset.shares, ...policy.shares, ...tier.shares },
    atArrival: tier.atArrival ?? policy.atArrival ?? preset.atArrival,
    history: { ...preset.history, ...policy.history, ...tier.history },
    documents: { ...preset.documents, ...policy.documents, ...tier.documents },
    tools: { ...preset.tools, ...policy.tools, ...tier.tools },
    prune: tier.prune ?? policy.prune ?? preset.prune,
    shadow: { ...preset.shadow, ...policy.shadow, ...tier.shadow },
    latency: [tier.latency, policy.latency, preset.latency].find((own) => own !== undefined) ?? null,
    cache: { ...cache, profile: chosenProfile(cache.profile) },
  }
}

function budgetTokensOf(budget: PolicyChanges['budget'], named: RequestPolicy['budget']): number {
  if (budget === undefined) {
    throw new PackgraphError('INVALID_OPTION', `the tier “${String(named)}” has no budget`, {
      hint: 'Give it a budget, or name a number of tokens.',
    })
  }
  return typeof budget === 'number' ? budget : budget.windowTokens - budget.reserveTokens
}

function named<Value>(values: Readonly<Record<string, Value>>, name: string, what: string): Value {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (value !== undefined) return value
  const known = Object.keys(values)
  const nearest = nearestName(name, known)
  throw new PackgraphError('INVALID_OPTION', `there is no ${what} “${name}”`, {
    facts: { [what]: name, known },
    hint: nearest === undefined ? `Known are ${known.join(', ')}.` : `Did you mean “${nearest}”?`,
  })
}
