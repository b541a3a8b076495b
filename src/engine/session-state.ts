import { z } from 'zod'
import type { SessionState } from '../domain/session.ts'

/** A number of things. */
export const count: z.ZodNumber = z.number().int().nonnegative()

const span = z.strictObject({ start: count, end: count })

/**
 * The form of a session's state. What it says is not believed: each unit is looked up in the index, and each block of text must be what the index would print.
 */
export const sessionState: z.ZodType<SessionState> = z.strictObject({
  format: z.literal(1),
  calls: count,
  tokenizer: z.string(),
  markDepth: count.min(1).max(1_000),
  retainedUnits: z.array(count).max(2),
  frameLength: count,
  text: z.string(),
  units: z.array(
    z.strictObject({
      number: count,
      collection: z.string(),
      uri: z.string(),
      ref: z.string(),
      excerpt: z.strictObject({ text: z.string(), spans: z.array(span) }).optional(),
    }),
  ),
}) as z.ZodType<SessionState>
