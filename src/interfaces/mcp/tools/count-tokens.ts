import { z } from 'zod'
import { chooseGeneration } from '../generation.ts'
import { generation } from '../parameters.ts'
import { defineTool, type Tool } from '../tool.ts'

export const countTokensTool: Tool = defineTool({
  name: 'count_tokens',
  description: 'Counts the tokens of a text as a model would see them.',
  input: z.strictObject({ text: z.string(), ...generation }),
  run: async ({ text, model, tokenizer }, { generation, signal }) => {
    const chosen = await chooseGeneration({ model, tokenizer }, generation)
    const { countTokens } = await import('../../../index.ts')
    return { structured: { ...(await countTokens(text, { ...chosen, signal })) } }
  },
})
