import { z } from 'zod'
import { chooseGeneration } from '../generation.ts'
import { generation } from '../parameters.ts'
import { defineTool, type Tool } from '../tool.ts'

export const slimTool: Tool = defineTool({
  name: 'slim',
  description:
    "Shortens a tool's output before a model reads it, where that pays: JSON without loss, tables and logs by the lines that matter. The last line says what is left out; expand gives it back.",
  writes: true,
  input: z.strictObject({
    text: z.string(),
    tool: z.string().optional().describe('that gave it'),
    args: z.unknown().optional().describe('it was called with'),
    sessionId: z.string().optional().describe('the same output again becomes a note'),
    isError: z.boolean().optional(),
    ...generation,
  }),
  run: async ({ text, tool, args, sessionId, isError, model, tokenizer }, context) => {
    const options = {
      ...(await chooseGeneration({ model, tokenizer }, context.generation)),
      ...(tool !== undefined && { tool }),
      ...(args !== undefined && { args }),
      ...(sessionId !== undefined && { sessionId }),
      ...(isError !== undefined && { isError }),
      signal: context.signal,
    }
    const slimmed = await context.index.write((opened) => opened.slim(text, options))
    return { text: slimmed.text, structured: { ...slimmed } }
  },
})
