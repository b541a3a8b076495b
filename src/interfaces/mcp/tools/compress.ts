import { z } from 'zod'
import type { CompressionReport } from '../../../index.ts'
import { CallError } from '../failure.ts'
import { chooseGeneration } from '../generation.ts'
import { LIMITS } from '../limits.ts'
import { budgetTokens, generation } from '../parameters.ts'
import { parsePlace } from '../place.ts'
import { defineTool, type Tool, type ToolContext } from '../tool.ts'

export const compressTool: Tool = defineTool({
  name: 'compress',
  description:
    'Shortens a Markdown text, or an indexed document by id, to budgetTokens. Tables, code and headings stay; each marker pg:src=<ref> stands for what was left out: retrieve_original gives it back.',
  writes: true,
  input: z.strictObject({
    text: z.string().optional(),
    id: z.string().optional(),
    budgetTokens,
    query: z.string().optional().describe('keep what answers this'),
    ...generation,
  }),
  run: async ({ text, id, budgetTokens, query, model, tokenizer }, context) => {
    const options = {
      ...(await chooseGeneration({ model, tokenizer }, context.generation)),
      ...(query !== undefined && { query }),
      signal: context.signal,
    }
    const input = await textToCompress({ text, id }, context)
    const {
      text: compressed,
      original,
      report,
    } = await context.index.write((opened) => opened.compressMarkdown(input, budgetTokens, options))
    return { text: compressed, structured: { text: compressed, original, report: briefly(report) } }
  },
})

/** What a caller goes on with. The spans are in the markers, and prices of calls that are not made through us are not ours to quote. */
function briefly({
  counter,
  level,
  rawTokens,
  phases,
  budgetTokens,
  countedTokens,
  unchanged,
}: CompressionReport): object {
  return { counter, level, rawTokens, phases, budgetTokens, countedTokens, unchanged }
}

async function textToCompress(
  { text, id }: { readonly text: string | undefined; readonly id: string | undefined },
  { index }: ToolContext,
): Promise<string> {
  if ((text === undefined) === (id === undefined)) {
    throw new CallError(
      'INVALID_OPTION',
      'compress takes a text or an id, one of the two',
      'Give text, or the id of a document.',
    )
  }
  if (text !== undefined || id === undefined) return text ?? ''
  const { ref, ...within } = parsePlace(id)
  const shown = await index.read((opened) => opened.show(ref, { ...within, maxBytes: LIMITS.argumentBytes }))
  if (shown.rest !== undefined) {
    throw new CallError(
      'INVALID_OPTION',
      `the document has ${shown.sizeBytes} bytes, and at most ${LIMITS.argumentBytes} are taken`,
      'Compress parts of it: give the refs of spans.',
    )
  }
  return shown.text
}
