import type { TextRange } from '../../domain/text/sentences.ts'
import { extractSentences } from '../prose/extract-sentences.ts'
import { type Section, setEndsApart } from './candidates.ts'
import { gapsOf, partAtListEnds } from './gaps.ts'
import type { Removal } from './removal.ts'
import { shapeRemovals } from './shape.ts'
import type { MarkdownText } from './structure.ts'

/** Of what the prose may weigh, the most that the head takes, and the tail. */
const END_SHARE = 0.1

export interface ExtractJob {
  readonly document: MarkdownText
  readonly sections: readonly Section[]
  /** What is gone in any case, in order. */
  readonly removed: readonly Removal[]
  /** Empty when it is not known. */
  readonly query: string
  readonly weigh: (text: string) => number
  /** What a marker weighs. */
  readonly gapTokens: number
  readonly markerBytes: number
}

/**
 * Leaves out sentences until the prose, with its markers, weighs at most `proseTokens`. With a query its relevance decides over the whole document; without one, head
 * and tail stay verbatim, and each section gets its share of the rest: what it may weigh is to its own weight as all that is left to what is still to come.
 * A gap that would not pay for its marker is closed. Linear but for sorts.
 *
 * @returns these removals and those of the job, in order.
 */
export function extract(job: ExtractJob, proseTokens: number): readonly Removal[] {
  const { document, removed, weigh, gapTokens, markerBytes } = job
  const { text, nodes } = document
  const kept = job.query === '' ? keptBySection(job, proseTokens) : keptByQuery(job, proseTokens)
  const gaps = gapsOf(text, job.sections.flat(), kept)
  const shaped = partAtListEnds(nodes, shapeRemovals(document, [...removed, ...gaps]))
  return shaped.filter(({ kind, replacement, start, end, continuation = '' }) => {
    if (kind === 'stripped' || replacement !== undefined) return true
    const gap = text.slice(start, end)
    return (
      weigh(gap) > gapTokens + weigh(continuation) &&
      Buffer.byteLength(gap) > markerBytes + Buffer.byteLength(continuation)
    )
  })
}

function keptByQuery(job: ExtractJob, proseTokens: number): readonly TextRange[] {
  return sentencesOf(job, job.sections.flat(), proseTokens)
}

function keptBySection(job: ExtractJob, proseTokens: number): readonly TextRange[] {
  const { document, weigh, gapTokens } = job
  const { text } = document
  const ends = setEndsApart(text, job.sections, proseTokens * END_SHARE, weigh)
  const weights = ends.sections.map((section) => weightOf(text, section, weigh))
  let leftTokens = proseTokens - weightOf(text, ends.kept, weigh)
  let comingTokens = weights.reduce((sum, weight) => sum + weight, 0)
  const kept: TextRange[] = [...ends.kept]
  for (const [index, section] of ends.sections.entries()) {
    const weight = weights[index]!
    const own = sentencesOf(job, section, (leftTokens * weight) / Math.max(1, comingTokens))
    leftTokens -= weightOf(text, own, weigh) + gapTokens * gapsOf(text, section, own).length
    comingTokens -= weight
    kept.push(...own)
  }
  return kept.toSorted((a, b) => a.start - b.start)
}

function sentencesOf(job: ExtractJob, paragraphs: readonly TextRange[], budgetTokens: number): readonly TextRange[] {
  const { document, query, weigh, gapTokens } = job
  return extractSentences({ text: document.text, paragraphs, budgetTokens, gapTokens, query, weigh }).kept
}

function weightOf(text: string, ranges: readonly TextRange[], weigh: (text: string) => number): number {
  return ranges.reduce((sum, { start, end }) => sum + weigh(text.slice(start, end)), 0)
}
