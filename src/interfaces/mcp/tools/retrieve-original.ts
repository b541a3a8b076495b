import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { parsePlace } from '../place.ts'
import { defineTool, type Tool } from '../tool.ts'

export const retrieveOriginalTool: Tool = defineTool({
  name: 'retrieve_original',
  description:
    'The original text behind a ref, exactly as stored: what a marker pg:src=<ref> in a compressed text stands for, or the lines around a passage. If next is there, call again with it.',
  input: z.strictObject({
    ref: z.string().min(1),
    linesAround: z.number().int().min(0).max(LIMITS.linesAround).optional().describe('whole lines, and so many around'),
    maxBytes: z.number().int().min(4).max(LIMITS.partBytes).default(LIMITS.defaultPartBytes),
  }),
  run: async ({ ref, linesAround, maxBytes }, { index }) => {
    const { ref: named, ...within } = parsePlace(ref)
    const options = { ...within, maxBytes, ...(linesAround !== undefined && { linesAround }) }
    const { rest, documents, ...shown } = await index.read((opened) => opened.show(named, options))
    return {
      text: shown.text,
      ...(rest !== undefined && { note: `The text goes on. next: ${rest}` }),
      structured: { ...shown, documents, ...(rest !== undefined && { next: rest }) },
    }
  },
})
