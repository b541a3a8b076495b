import { z } from 'zod'
import { chooseGeneration } from '../generation.ts'
import { budgetTokens, generation, query, uri } from '../parameters.ts'
import { defineTool, type Tool } from '../tool.ts'

export const packTool: Tool = defineTool({
  name: 'pack',
  description:
    'Context for a question from the indexed documents: the best passages under source headers, as one text of at most budgetTokens. The first choice for answering.',
  input: z.strictObject({ query, budgetTokens, ...generation, uri }),
  run: async ({ query, budgetTokens, model, tokenizer, uri }, { index, generation, signal }) => {
    const options = {
      ...(await chooseGeneration({ model, tokenizer }, generation)),
      ...(uri !== undefined && { filter: { uri } }),
      signal,
    }
    const { text, proof, items, knownShare } = await index.read((opened) => opened.pack(query, budgetTokens, options))
    return {
      text,
      ...(items.length === 0 && { note: 'Nothing in the index answers this within the budget.' }),
      structured: {
        text,
        proof,
        items: items.map(({ ref, uri, title, excerpt }) => ({ ref, uri, title, excerpt })),
        knownShare,
      },
    }
  },
})
