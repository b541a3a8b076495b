import { z } from 'zod'
import { LIMITS } from './limits.ts'

/** Arguments that several tools have. */

export const query: z.ZodString = z.string().min(1)

/** Either of the two; the server's own where there is neither. */
export const generation: {
  readonly model: z.ZodOptional<z.ZodString>
  readonly tokenizer: z.ZodOptional<z.ZodString>
} = {
  model: z.string().optional().describe('e.g. gpt-4o'),
  tokenizer: z.string().optional().describe('instead of model, e.g. tiktoken:o200k_base'),
}

export const budgetTokens: z.ZodNumber = z.number().int().min(1).max(LIMITS.budgetTokens)

/** Which documents a query draws on. */
export const uri: z.ZodOptional<z.ZodString> = z
  .string()
  .min(1)
  .optional()
  .describe('only this document, or a prefix ending in *')
