import type { TextRange } from '../../domain/text/sentences.ts'
import type { Summarizer } from '../../ports/summarizer.ts'
import { summarizePassage } from '../prose/summarize-passage.ts'
import type { Section } from './candidates.ts'
import { isBlank, type Removal } from './removal.ts'

/** Shorter passages would be left with less than a sentence. */
const MIN_PASSAGE_TOKENS = 60

/** A passage for which no summary was taken. */
export interface SummaryFallback extends TextRange {
  readonly reason: string
  readonly detail: string
}

/** What a summarizer made of the prose, and the prose that it made nothing of. */
export interface Summaries {
  readonly removals: readonly Removal[]
  readonly sections: readonly Section[]
  readonly fallbacks: readonly SummaryFallback[]
}

export interface SummarizeRunsInput {
  readonly text: string
  readonly sections: readonly Section[]
  /** What a passage may weigh for each token that it weighs now. */
  readonly shrinkFactor: number
  readonly query: string
  readonly weigh: (text: string) => number
  readonly gapTokens: number
  readonly summarizer: Summarizer
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
  /** Called before each passage. */
  readonly onPassage: (done: number, total: number) => void
}

/** Asks for one summary of each passage: a run of prose of one section with nothing else in it. One after another. */
export async function summarizeRuns(input: SummarizeRunsInput): Promise<Summaries> {
  const { text, weigh, shrinkFactor, gapTokens, onPassage } = input
  const runs = input.sections.flatMap((section) => runsOf(text, section))
  const removals: Removal[] = []
  const sections: Section[] = []
  const fallbacks: SummaryFallback[] = []
  for (const [index, run] of runs.entries()) {
    onPassage(index, runs.length)
    const range = { start: run[0]!.start, end: run.at(-1)!.end }
    const passage = text.slice(range.start, range.end)
    const weight = weigh(passage)
    if (weight < MIN_PASSAGE_TOKENS) {
      sections.push(run)
      continue
    }
    const budgetTokens = Math.floor(weight * shrinkFactor - gapTokens)
    const answer = await summarizePassage({ ...input, text: passage, budgetTokens })
    if (answer.kind === 'summary') {
      removals.push({ ...range, kind: 'summarized', reason: input.summarizer.identity, replacement: answer.text })
    } else {
      sections.push(run)
      fallbacks.push({ ...range, reason: answer.reason, detail: answer.detail })
    }
  }
  return { removals, sections, fallbacks }
}

function runsOf(text: string, section: Section): readonly Section[] {
  const runs: TextRange[][] = []
  for (const range of section) {
    const last = runs.at(-1)?.at(-1)
    if (last !== undefined && isBlank(text, last.end, range.start)) runs.at(-1)!.push(range)
    else runs.push([range])
  }
  return runs
}
