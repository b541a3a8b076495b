import { PackgraphError, throwIfCancelled } from '../../domain/errors.ts'
import type { TextRange } from '../../domain/text/sentences.ts'
import type { TokenScorer } from '../../ports/token-scorer.ts'
import { proseBlocks } from './prose-blocks.ts'
import { removableWords } from './removable-words.ts'

/** A text that shall lose words. */
export interface PruneInput {
  /** Plain text or Markdown. The caller has stored it. */
  readonly text: string
  readonly scorer: TokenScorer
  /** As few words go as bring the text, its marker included, to so many tokens; all that may go where that is not enough. */
  readonly targetTokens: number
  /** What the text has to hold still: keywords of a query. */
  readonly keep: readonly string[]
  /** Leads to the stored original; stands once, below a text that lost anything. Words are too small for a marker each, and paragraphs lose less than one weighs. */
  readonly marker: string
  readonly weigh: (text: string) => number | Promise<number>
  readonly signal?: AbortSignal | undefined
}

export interface PrunedProse {
  readonly text: string
  readonly tokens: number
  /** What is gone from the text that was given, in order: each a word with the space behind it. Empty where the text is unchanged. */
  readonly removedRanges: readonly TextRange[]
}

/** Beyond it, what is left no longer reads as language. Of the words that may go by their place. A guess, not measured. */
const MOST_REMOVED_SHARE = 0.4

/**
 * Takes words out of the prose of a text, those with the lowest scores first, and among equals the first ones. Code, JSON, tables, headings and quotations stay as they are, and so do numbers, names,
 * negations, addresses and keywords; see `proseBlocks` and `removableWords`. The text comes back unchanged where that would not make it lighter. Deterministic as far as the scorer is. Weighs the text
 * about log₂(words) times.
 * @throws PackgraphError `INPUT` when the scorer gives anything but a number for each word; `CANCELLED`; whatever the scorer throws.
 */
export async function pruneProse({
  text,
  scorer,
  targetTokens,
  keep,
  marker,
  weigh,
  signal,
}: PruneInput): Promise<PrunedProse> {
  throwIfCancelled(signal)
  const unchanged = { text, tokens: await weigh(text), removedRanges: [] }
  if (unchanged.tokens <= targetTokens) return unchanged
  const order = await removalOrder(text, scorer, keep, signal)
  if (order.length === 0) return unchanged
  const cut = async (count: number): Promise<PrunedProse> => {
    throwIfCancelled(signal)
    const removedRanges = order.slice(0, count).sort((left, right) => left.start - right.start)
    const shorter = withMarker(withoutRanges(text, removedRanges), marker)
    return { text: shorter, tokens: await weigh(shorter), removedRanges }
  }
  let best = await cut(order.length)
  let [tooFew, enough] = [0, best.tokens <= targetTokens ? order.length : 0]
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2)
    const pruned = await cut(middle)
    if (pruned.tokens <= targetTokens) [best, enough] = [pruned, middle]
    else tooFew = middle
  }
  return best.tokens < unchanged.tokens ? best : unchanged
}

/** A text without some of its ranges, which are in order and apart. */
export function withoutRanges(text: string, ranges: readonly TextRange[]): string {
  const kept: string[] = []
  let at = 0
  for (const { start, end } of ranges) {
    kept.push(text.slice(at, start))
    at = end
  }
  kept.push(text.slice(at))
  return kept.join('')
}

/** Words with the spaces behind them, the first to go first. */
async function removalOrder(
  text: string,
  scorer: TokenScorer,
  keep: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly TextRange[]> {
  const words = proseBlocks(text).flatMap((block) => removableWords(text, block, keep))
  if (words.length === 0) return []
  const scores = await scorer.score(text, words, { signal })
  if (scores.length !== words.length || scores.some((score) => typeof score !== 'number' || Number.isNaN(score))) {
    throw new PackgraphError(
      'INPUT',
      `the token scorer ${scorer.identity} gave no number for each of ${words.length} words`,
      {
        facts: { scorer: scorer.identity, words: words.length, scores: scores.length },
      },
    )
  }
  return words
    .map(({ start, end }, index) => ({ start, end: end + 1, score: scores[index]! }))
    .filter(({ score }) => score !== Number.POSITIVE_INFINITY)
    .sort((left, right) => left.score - right.score || left.start - right.start)
    .slice(0, Math.ceil(MOST_REMOVED_SHARE * words.length))
    .map(({ start, end }) => ({ start, end }))
}

function withMarker(text: string, marker: string): string {
  return marker === '' ? text : `${text.trimEnd()}\n\n${marker}\n`
}
