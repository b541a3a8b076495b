import { z } from 'zod'
import { defineTool, type Tool } from '../tool.ts'

export const savingsTool: Tool = defineTool({
  name: 'savings',
  description: 'How many tokens compressing has saved so far, by tokenizer, kind, phase and day.',
  input: z.strictObject({
    since: z.string().optional().describe('a day, 2026-11-30'),
    until: z.string().optional().describe('left out itself'),
  }),
  run: async ({ since, until }, { index, signal }) => {
    const options = { ...(since !== undefined && { since }), ...(until !== undefined && { until }), signal }
    return { structured: { ...(await index.read((opened) => opened.savings(options))) } }
  },
})
