import { z } from 'zod'
import { canonicalJson } from '../indexing/content-hash.ts'

const count = z.number().int().nonnegative()

const limits = z.strictObject({
  leastBytes: count.optional(),
  leastErrorBytes: count.optional(),
  mostKeptShare: z.number().positive().max(1).optional(),
  leastSavedBytes: count.optional(),
  lineLength: z.number().int().min(40).optional(),
  windowLines: count.optional(),
  windowHeadLines: count.optional(),
  windowTailLines: count.optional(),
  anchors: count.optional(),
  templates: count.optional(),
  landmarks: count.optional(),
  tableHeadRows: count.optional(),
  tableTailRows: count.optional(),
  tableSamples: z.number().int().positive().optional(),
})

const milliseconds = z.number().nonnegative()

/** The options of `slim`, beside those that name a tokenizer. */
export const slimShape: z.ZodRawShape = {
  tool: z.string().optional(),
  args: z.unknown().refine(isJson, 'must be what JSON can hold').optional(),
  sessionId: z.string().min(1).optional(),
  isError: z.boolean().optional(),
  limits: limits.optional(),
  untouchedTools: z.array(z.string()).optional(),
  duplicateTtlMs: milliseconds.optional(),
  duplicateTtlMsByTool: z.record(z.string(), milliseconds).optional(),
  redact: z
    .custom<(text: string) => unknown>(
      (value) => typeof value === 'function' || value === false,
      'must be a function, or false',
    )
    .optional(),
}

const line = z.number().int().positive()

/** The options of `expand`. */
export const expandShape: z.ZodRawShape = {
  lines: z.strictObject({ first: line, last: line }).optional(),
  containing: z.string().min(1).optional(),
  sessionId: z.string().min(1).optional(),
}

function isJson(value: unknown): boolean {
  try {
    return value === undefined || canonicalJson(value) !== undefined
  } catch {
    return false
  }
}
