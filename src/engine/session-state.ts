import { z } from 'zod'
import type { SessionState } from '../domain/session.ts'

/** A number of things. */
export const count: z.ZodNumber = z.number().int().nonnegative()

const pieceRange = z.strictObject({ start: count, end: count })

/**
 * The form of a session's state. What it says is not believed: each unit is looked up in the index, an excerpt is made again of the unit's own pieces, labels have to
 * be numbered as a pack numbers them, and each block of text must be what then comes out. Another format is refused: it says other things of an excerpt.
 */
export const sessionState: z.ZodType<SessionState> = z.strictObject({
  format: z.literal(
    2,
    'must be 2: a state of another version of packgraph cannot be gone on from; start a session without it',
  ),
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
      pieces: z.array(pieceRange).min(1).optional(),
    }),
  ),
}) as z.ZodType<SessionState>
