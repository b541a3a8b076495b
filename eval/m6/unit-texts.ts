import type { ContextIndex } from 'packgraph'

/** What each unit of an index prints, as its cost counts it: text with opening and closing. One entry a unit, in the order of the index. All stored costs become 0. */
export async function unitTexts(index: ContextIndex, signal: AbortSignal | undefined): Promise<readonly string[]> {
  const texts: string[] = []
  const count = (text: string) => {
    if (text !== '') texts.push(text)
    return 0
  }
  await index.recost({ identity: 'm6:listing', exactness: 'estimated', count }, signal ? { signal } : {})
  return texts
}
