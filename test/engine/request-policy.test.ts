import { describe, expect, it } from 'vitest'
import { POLICY_PRESETS } from '../../src/converse/budget/presets.ts'
import type { RequestPolicy } from '../../src/domain/request-policy.ts'
import { resolvePolicy } from '../../src/engine/request-policy.ts'

describe('a policy', () => {
  it('has a budget in tokens, or what a window leaves above a reserve', () => {
    expect(resolvePolicy({ budget: 9_000 }).budgetTokens).toBe(9_000)
    expect(resolvePolicy({ budget: { windowTokens: 128_000, reserveTokens: 8_000 } }).budgetTokens).toBe(120_000)
  })

  it('says what its preset says, unless it or its tier says otherwise', () => {
    const policy: RequestPolicy = {
      preset: 'agent',
      budget: 'small',
      shares: { turn: 5 },
      tiers: { small: { budget: 3_000, shares: { document: 0 } } },
    }
    expect(resolvePolicy(policy)).toMatchObject({ budgetTokens: 3_000, shares: { turn: 5, document: 0 } })
    expect(resolvePolicy({ ...policy, budget: 4_000 })).toMatchObject({
      budgetTokens: 4_000,
      shares: { turn: 5, document: 1 },
    })
  })

  it('lets a tier take a limit of latency away, and has tools chosen as it says', () => {
    const latency = { prefillTokensPerSecond: 5_000, share: 0.5 }
    const policy: RequestPolicy = { budget: 9_000, latency, tools: { router: 'lexical', always: ['a'] } }
    expect(resolvePolicy(policy)).toMatchObject({ latency, tools: { router: 'lexical', always: ['a'], groups: {} } })
    expect(resolvePolicy({ ...policy, budget: 'x', tiers: { x: { budget: 9, latency: null } } }).latency).toBeNull()
    expect(resolvePolicy({ budget: 9_000 })).toMatchObject({ latency: null, tools: { router: 'none' } })
    for (const wrong of [
      { latency: { share: 1 } },
      { tools: { router: 'semantic' } },
      { tools: { groups: { a: [] } } },
    ]) {
      expect(() => resolvePolicy({ budget: 9_000, ...wrong } as unknown as RequestPolicy)).toThrow(/the policy/)
    }
  })

  it('takes tiers of every preset by name', () => {
    for (const [preset, { tiers }] of Object.entries(POLICY_PRESETS)) {
      for (const tier of Object.keys(tiers)) {
        expect(resolvePolicy({ preset, budget: tier }).budgetTokens).toBe(tiers[tier]!.budget)
      }
    }
  })

  it('is refused where it names nothing that there is, with the nearest name', () => {
    const refused = (policy: unknown) => () => resolvePolicy(policy as RequestPolicy)
    expect(refused({ budget: 'econmy' })).toThrow(expect.objectContaining({ hint: 'Did you mean “economy”?' }))
    expect(refused({ budget: 10, preset: 'agnet' })).toThrow(expect.objectContaining({ hint: 'Did you mean “agent”?' }))
    expect(refused({ budget: 10, share: {} })).toThrow(expect.objectContaining({ hint: 'Did you mean “shares”?' }))
    expect(refused({ budget: 10, preset: 'constructor' })).toThrow(/no preset/)
    expect(refused({ budget: 'x', tiers: { x: {} } })).toThrow(/has no budget/)
    for (const budget of [0, -1, 1.5, Number.NaN, { windowTokens: 10, reserveTokens: 10 }, undefined]) {
      expect(refused({ budget })).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }))
    }
  })
})
