import { z } from 'zod'
import { CASCADE_LEVELS } from '../domain/compressed-request.ts'

/** What `judgeShadow` takes; the report is one that `compressRequest` gave. */
export const shadowAnswers: z.ZodType = z.strictObject({
  key: z.string().min(1),
  query: z.string(),
  compressedAnswer: z.string(),
  fullAnswer: z.string(),
  report: z.looseObject({
    tokenizer: z.string().min(1),
    levels: z.array(z.looseObject({ level: z.enum(CASCADE_LEVELS), ran: z.boolean() })),
    originalTokens: z.number().nonnegative(),
    countedTokens: z.number().nonnegative(),
    budgetTokens: z.number().nonnegative(),
  }),
})
