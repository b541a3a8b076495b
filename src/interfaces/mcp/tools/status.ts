import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { defineTool, type Tool } from '../tool.ts'

export const statusTool: Tool = defineTool({
  name: 'status',
  description: 'What the index holds and was built with; this server’s limits and default model.',
  input: z.strictObject({}),
  run: async (_, { index, generation }) => {
    const status = await index.read((opened) => opened.status())
    return { structured: { ...status, server: { ...generation, limits: LIMITS } } }
  },
})
