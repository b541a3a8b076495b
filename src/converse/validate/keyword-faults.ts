import type { Conversation } from '../../domain/conversation.ts'

/**
 * Whether the question is there word for word, and each keyword that stood in the messages outside of it still does, in whatever case. Instructions are no
 * evidence: they are always there.
 */
export function keywordFaults(
  source: Conversation,
  written: Conversation,
  keywords: readonly string[],
  query: string | null,
): readonly string[] {
  const [given, found] = [evidence(source, query), evidence(written, query)]
  if (given === undefined) return []
  if (found === undefined) return ['the question is not there']
  if (keywords.length === 0) return []
  const [before, after] = [given.toLowerCase(), found.toLowerCase()]
  return keywords.flatMap((keyword) => {
    const sought = keyword.toLowerCase()
    return before.includes(sought) && !after.includes(sought) ? [`${JSON.stringify(keyword)} was there and is not`] : []
  })
}

/** Stands between texts, and where the question was, so that nothing is found across it. */
const GAP = '\n\0\n'

/** What the messages say besides the question. `undefined` where it is not among it. */
function evidence({ messages }: Conversation, query: string | null): string | undefined {
  const text = messages
    .filter(({ role }) => role !== 'system')
    .flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'opaque' ? [] : [part.text])))
    .join(GAP)
  if (query === null || query === '') return text
  // Somebody may have asked the same before: the last one is the question.
  const at = text.lastIndexOf(query)
  return at === -1 ? undefined : text.slice(0, at) + GAP + text.slice(at + query.length)
}
