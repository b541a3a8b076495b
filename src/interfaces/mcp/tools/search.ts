import { z } from 'zod'
import type { SearchHit } from '../../../index.ts'
import { LIMITS } from '../limits.ts'
import { query, uri } from '../parameters.ts'
import { citationUrl } from '../place.ts'
import { defineTool, type Tool } from '../tool.ts'

const SNIPPET_CHARACTERS = 400

export const searchTool: Tool = defineTool({
  name: 'search',
  description:
    'Finds passages for a question or keywords, best first: id, title, url and how the text begins. Read one with fetch.',
  input: z.strictObject({
    query,
    limit: z.number().int().min(1).max(LIMITS.searchResults).default(10),
    uri,
  }),
  run: async ({ query, limit, uri }, { index, signal }) => {
    const options = { limit, ...(uri !== undefined && { filter: { uri } }), signal }
    const { hits } = await index.read((opened) => opened.search(query, options))
    return { structured: { results: hits.map(resultOf) } }
  },
})

function resultOf({ ref, uri, collection, title, headingPath, text }: SearchHit): object {
  const headings = headingPath.filter((heading) => heading !== title)
  return {
    id: ref,
    title: [title || uri, ...headings].join(' › '),
    url: citationUrl(collection, uri, ref),
    text: beginningOf(text),
  }
}

/** Cut at a word where there is one. */
function beginningOf(text: string): string {
  const characters = [...text.slice(0, 2 * SNIPPET_CHARACTERS + 2)]
  if (characters.length <= SNIPPET_CHARACTERS) return text
  const cut = characters.slice(0, SNIPPET_CHARACTERS).join('')
  return `${cut.slice(0, cut.search(/\s\S*$/) + 1 || cut.length).trimEnd()} …`
}
