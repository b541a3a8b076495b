import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { citationUrl, parsePlace } from '../place.ts'
import { defineTool, type Tool } from '../tool.ts'

export const fetchTool: Tool = defineTool({
  name: 'fetch',
  description:
    'Reads a passage by its id from search, or a whole document by url or uri. A long text comes in parts: metadata.next is the id of the next one.',
  input: z.strictObject({ id: z.string().min(1) }),
  run: async ({ id }, { index }) => {
    const { ref, ...within } = parsePlace(id)
    const shown = await index.read((opened) => opened.show(ref, { ...within, maxBytes: LIMITS.defaultPartBytes }))
    const { text, rest, span, sizeBytes, documents } = shown
    const [document] = documents
    return {
      structured: {
        id,
        title: document ? document.title || document.uri : shown.ref,
        text,
        url: document ? citationUrl(document.collection, document.uri, shown.ref) : shown.ref,
        metadata: {
          ref: shown.ref,
          ...(document && { uri: document.uri, collection: document.collection }),
          start: span.start,
          end: span.end,
          sizeBytes,
          ...(rest !== undefined && { next: rest }),
        },
      },
    }
  },
})
