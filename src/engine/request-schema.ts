import { z } from 'zod'
import { DIALECTS } from '../domain/conversation.ts'

const tokens = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const share = z.number().nonnegative().max(1_000_000)
const name = z.string().min(1)

const count = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER)

const amount = z.union([
  tokens,
  z
    .strictObject({ windowTokens: tokens, reserveTokens: z.number().int().nonnegative() })
    .refine(({ windowTokens, reserveTokens }) => reserveTokens < windowTokens, 'must leave something of the window'),
])

/** What a preset, a policy and a tier have in common. */
const changes = {
  shares: z.strictObject({ turn: share.optional(), document: share.optional() }).optional(),
  atArrival: z.enum(['lossless', 'never']).optional(),
  history: z
    .strictObject({
      freshUnits: count.optional(),
      epochDepth: z.number().positive().max(1).optional(),
      watermarkTokens: tokens.nullable().optional(),
      expectedCalls: z.number().nonnegative().nullable().optional(),
    })
    .optional(),
  documents: z
    .strictObject({ tags: z.array(name).optional(), relevanceFloor: z.number().min(0).max(1).optional() })
    .optional(),
  tools: z
    .strictObject({
      router: z.enum(['none', 'lexical']).optional(),
      always: z.array(name).optional(),
      groups: z.record(name, z.strictObject({ tools: z.array(name), words: z.array(name) })).optional(),
    })
    .optional(),
  prune: z.enum(['off', 'rule', 'self-information']).optional(),
  latency: z
    .strictObject({ prefillTokensPerSecond: z.number().positive(), share: z.number().nonnegative() })
    .nullable()
    .optional(),
  shadow: z.strictObject({ oneIn: count.optional() }).optional(),
  cache: z
    .strictObject({
      // Which profiles there are, and what a whole one has, is checked where it is looked up.
      profile: z.union([name, z.record(z.string(), z.unknown())]).optional(),
      marks: z.boolean().optional(),
    })
    .optional(),
}

const tier = z.strictObject({ ...changes, budget: amount.optional() })

/** A policy as callers write it: plain JSON. */
export const requestPolicySchema: z.ZodType = z.strictObject({
  ...changes,
  preset: name.optional(),
  budget: z.union(
    [tokens, amount.options[1], name],
    'must be a number of tokens, {windowTokens, reserveTokens} or the name of a tier',
  ),
  tiers: z.record(name, tier).optional(),
})

/** The options of `compressRequest`, beside those that every operation has and those that name a tokenizer. */
export const requestShape: z.ZodRawShape = {
  dialect: z.enum(DIALECTS),
  summarizer: z
    .union([
      name,
      z.custom<object>((value) => typeof value === 'object' && value !== null, 'must be a name or an object'),
    ])
    .optional(),
  sessionId: name.optional(),
  toolRouter: z
    .custom<object>(
      (value) => typeof value === 'object' && value !== null && 'ruleOut' in value && 'identity' in value,
      'must be an object with identity and ruleOut',
    )
    .optional(),
  onShadow: z.custom<() => void>((value) => typeof value === 'function', 'must be a function').optional(),
}
