import type { Summarizer } from '../../ports/summarizer.ts'
import { type Section, sectionsOf, setEndsApart } from './candidates.ts'
import { extract } from './extract.ts'
import { type Draft, fitDraft } from './fit.ts'
import type { Removal } from './removal.ts'
import type { MarkdownText } from './structure.ts'
import { type Summaries, type SummaryFallback, summarizeRuns } from './summarize-runs.ts'

/** A named summarizer and how it is used. */
export interface ModelSummary {
  readonly summarizer: Summarizer
  readonly timeoutMs: number
  readonly onPassage: (done: number, total: number) => void
}

export interface SummarizeInput {
  readonly document: MarkdownText
  readonly stripped: readonly Removal[]
  readonly budgetTokens: number
  readonly query: string
  /** Exact tokens of the text after STRIP. */
  readonly strippedTokens: number
  /** Estimated tokens of a text. */
  readonly weigh: (text: string) => number
  /** What a marker takes, exactly. */
  readonly markerTokens: number
  readonly markerBytes: number
  /** Renders and counts what would be emitted. */
  readonly draftOf: (removals: readonly Removal[]) => Promise<Draft>
  readonly model: ModelSummary | undefined
  readonly signal: AbortSignal | undefined
}

/** What is emitted, which is over the budget where even the least possible text is. */
export interface Summarized {
  readonly draft: Draft
  readonly fallbacks: readonly SummaryFallback[]
}

/** The head and the tail that a model does not see, each as a share of what the prose may weigh. */
const MODEL_END_SHARE = 0.1

/**
 * Phase SUMMARIZE: shortens the prose until the text that is emitted fits by exact count. Everything but prose stays as it is. With a model, each passage that
 * it summarises well is its summary; all others, and all without a model, lose sentences. Summaries go, the longest first, where they leave no room for what is
 * never touched.
 */
export async function summarize(input: SummarizeInput): Promise<Summarized> {
  const { document, stripped, draftOf, budgetTokens } = input
  const scales = scalesOf(input)
  const sections = sectionsOf(document, stripped)
  const dropAll = (removed: readonly Removal[], own: readonly Section[]): Promise<Draft> =>
    draftOf(extract({ ...input, sections: own, removed, gapTokens: scales.gapTokens }, 0))
  const least = await dropAll(stripped, sections)
  if (least.tokens > budgetTokens) return { draft: least, fallbacks: [] }
  const proseTokens = (draft: Draft): number => proseRoom(input, draft, scales)
  const summaries = await modelSummaries(input, sections, proseTokens(least), scales.gapTokens)
  let removed = [...stripped, ...summaries.removals]
  let own = summaries.sections
  let base = summaries.removals.length === 0 ? least : await dropAll(removed, own)
  while (base.tokens > budgetTokens) {
    const dropped = longestSummary(removed)
    removed = removed.filter((removal) => removal !== dropped)
    own = [...own, [{ start: dropped.start, end: dropped.end }]].toSorted((a, b) => a[0]!.start - b[0]!.start)
    base = await dropAll(removed, own)
  }
  const job = { ...input, sections: own, removed, gapTokens: scales.gapTokens }
  const draftFor = (tokens: number): Promise<Draft> => draftOf(extract(job, tokens))
  const draft = await fitDraft({
    draftFor,
    least: base,
    budgetTokens,
    proseTokens: proseTokens(base),
    ratio: scales.ratio,
    stepTokens: input.markerTokens,
  })
  return { draft, fallbacks: summaries.fallbacks }
}

interface Scales {
  /** Exact tokens of one estimated token. */
  readonly ratio: number
  /** What a marker takes, in estimated tokens. */
  readonly gapTokens: number
}

function scalesOf({ document, strippedTokens, weigh, markerTokens }: SummarizeInput): Scales {
  const ratio = Math.max(1, strippedTokens) / Math.max(1, weigh(document.text))
  return { ratio, gapTokens: markerTokens / ratio }
}

/** What the prose and its markers may weigh, when all that a draft without prose holds beside markers is protected. */
function proseRoom({ budgetTokens, markerTokens }: SummarizeInput, least: Draft, { ratio }: Scales): number {
  const markers = least.removals.filter(({ kind, replacement }) => kind === 'summarized' && replacement === undefined)
  return (budgetTokens - least.tokens + markers.length * markerTokens) / ratio
}

async function modelSummaries(
  input: SummarizeInput,
  sections: readonly Section[],
  proseTokens: number,
  gapTokens: number,
): Promise<Summaries> {
  const { document, model, weigh, query, signal } = input
  if (model === undefined) return { removals: [], sections, fallbacks: [] }
  const { text } = document
  const ends =
    query === '' ? setEndsApart(text, sections, proseTokens * MODEL_END_SHARE, weigh) : { kept: [], sections }
  const weightOf = (ranges: Section): number =>
    ranges.reduce((sum, { start, end }) => sum + weigh(text.slice(start, end)), 0)
  const roomTokens = proseTokens - weightOf(ends.kept)
  const shrinkFactor = roomTokens / Math.max(1, weightOf(ends.sections.flat()))
  const summaries = await summarizeRuns({
    ...model,
    text,
    sections: ends.sections,
    shrinkFactor,
    query,
    weigh,
    gapTokens,
    signal,
  })
  const own = [...ends.kept.map((range) => [range]), ...summaries.sections].toSorted(
    (a, b) => a[0]!.start - b[0]!.start,
  )
  return { ...summaries, sections: own }
}

function longestSummary(removed: readonly Removal[]): Removal {
  const summaries = removed.filter(({ kind, replacement }) => kind === 'summarized' && replacement !== undefined)
  const length = ({ replacement = '' }: Removal): number => replacement.length
  return summaries.reduce((longest, removal) => (length(removal) > length(longest) ? removal : longest))
}
