import { getEncoding, type Tiktoken } from 'js-tiktoken'
import type { ContextIndex } from '../../src/index.ts'

/** Candidates that counting at query time would encode, and how many tokens they have together. */
const CANDIDATES = 2000
const CANDIDATE_TOKENS = 145_000

/** What the design rules out, and others do: js-tiktoken encodes every candidate when the query comes. */
export interface PlainCounting {
  readonly candidates: number
  readonly tokens: number
  /** Counts all of them. */
  count(): number
}

/** Takes texts of the index that its questions find: 2,000, or as many as have 145,000 tokens. */
export async function plainCounting(index: ContextIndex, questions: Iterable<string>): Promise<PlainCounting> {
  const encoding = getEncoding('o200k_base')
  const texts = new Set<string>()
  let tokens = 0
  for (const question of questions) {
    const { hits } = await index.search(question, { limit: CANDIDATES, lanes: ['lexical'] })
    for (const { text } of hits) {
      if (texts.size === CANDIDATES || tokens >= CANDIDATE_TOKENS) break
      if (!texts.has(text)) tokens += plainCount(encoding, text)
      texts.add(text)
    }
  }
  const count = (): number => Array.from(texts).reduce((sum, text) => sum + plainCount(encoding, text), 0)
  return { candidates: texts.size, tokens, count }
}

/** Tokens of a text by js-tiktoken; text that looks like a special token is text. */
export function plainCount(encoding: Tiktoken, text: string): number {
  return encoding.encode(text, [], []).length
}
