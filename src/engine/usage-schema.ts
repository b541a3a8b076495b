import { z } from 'zod'

const tokens = z.number().int().nonnegative()

const usage = z.strictObject({
  model: z.string().min(1),
  sessionId: z.string().min(1).optional(),
  inputTokens: tokens,
  cacheReadTokens: tokens,
  cacheWriteTokens: tokens,
  outputTokens: tokens,
  reasoningTokens: tokens,
  estimatedInputTokens: tokens.optional(),
  nested: z.boolean().optional(),
})

/** The usage that `recordUsage` takes. */
export const requestUsage: z.ZodType = usage.refine(
  ({ outputTokens, reasoningTokens }) => reasoningTokens <= outputTokens,
  'reasoningTokens are a part of outputTokens, and more than these',
)

/** The usage that `pressure` takes: that of `recordUsage`, of which only the context is needed. */
export const contextUsage: z.ZodType = usage.partial({
  model: true,
  outputTokens: true,
  reasoningTokens: true,
})

const size = z.number().int().positive()

/** The options of `pressure`, beside the one that names a cache profile. */
export const pressureShape: z.ZodRawShape = {
  watermark: z
    .union([size, z.strictObject({ windowTokens: size, ratio: z.number().positive().max(1).optional() })])
    .optional(),
  cooldownMs: z.number().nonnegative().optional(),
  keptTokens: tokens.optional(),
}
