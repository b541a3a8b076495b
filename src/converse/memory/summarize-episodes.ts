import { summarizePassage } from '../../compress/prose/summarize-passage.ts'
import type { Summarizer } from '../../ports/summarizer.ts'
import { formsByEpisode } from './memory-block.ts'
import type { DecidedForm, Episode, MemoryState } from './memory-state.ts'

export interface EpisodeSummarizer {
  readonly summarizer: Summarizer
  readonly weigh: (text: string) => number
  /** For one answer of the summarizer. */
  readonly timeoutMs: number
}

/** What a summary may have of the tokens of its lines. */
const SUMMARY_SHARE = 0.6
/** Codes, identifiers, versions: a letter and a digit, or an underscore, in one word; names in capitals. */
const NAMES =
  /(?<![\p{L}\p{N}_])(?=[\p{L}_.-]*\p{N}|\p{L}+_)[\p{L}_][\p{L}\p{N}_]*(?:[.-][\p{L}\p{N}_]+)*|\b[A-Z][A-Z_]{3,}\b/gu

/**
 * Puts the summary of a model in place of the lines of each episode whose units have all left the messages. A summary has to be shorter than they are, and to have all their numbers, code spans,
 * codes, identifiers and versions; the lines stay where it has not, and where the summarizer fails. Each episode is asked about once, whatever comes of it. Errors: `CANCELLED`.
 */
export async function summarizeEpisodes(
  state: MemoryState,
  summarizer: EpisodeSummarizer,
  signal: AbortSignal | undefined,
): Promise<MemoryState> {
  const units = formsByEpisode(state)
  const episodes: Episode[] = []
  for (const [index, episode] of state.episodes.entries()) {
    const forms = units[index]!
    const isDue =
      !episode.asked && forms.length > 0 && forms.every(({ level, line }) => level === 'keyed' && line !== null)
    episodes.push(isDue ? { ...episode, asked: true, summary: await summaryOf(forms, summarizer, signal) } : episode)
  }
  return { ...state, episodes }
}

async function summaryOf(
  forms: readonly DecidedForm[],
  { summarizer, weigh, timeoutMs }: EpisodeSummarizer,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  const text = forms.map(({ line }) => line).join('\n')
  const literals = [...new Set(text.match(NAMES) ?? [])]
  const budgetTokens = Math.floor(weigh(text) * SUMMARY_SHARE)
  const passage = await summarizePassage({ text, literals, budgetTokens, weigh, summarizer, timeoutMs, signal })
  return passage.kind === 'summary' ? passage.text : null
}
