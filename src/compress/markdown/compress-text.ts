import { BudgetError, throwIfCancelled } from '../../domain/errors.ts'
import type { MarkdownParser } from '../../ports/markdown-parser.ts'
import { chooseAlias, findMarkers, formatMarker } from '../marker.ts'
import type { Draft } from './fit.ts'
import { type Layout, layOut } from './layout.ts'
import { type Removal, render } from './removal.ts'
import { strip } from './strip/strip.ts'
import { isProse, type MarkdownText, readStructure } from './structure.ts'
import { type ModelSummary, summarize } from './summarize.ts'
import type { SummaryFallback } from './summarize-runs.ts'

export interface CompressInput {
  /** Well-formed. */
  readonly text: string
  readonly originalId: string
  readonly alias: string
  readonly budgetTokens: number
  /** Empty when it is not known. */
  readonly query: string
  /** Printed last; empty for none. */
  readonly stamp: string
  readonly allowOver: boolean
  readonly model: ModelSummary | undefined
  readonly signal: AbortSignal | undefined
  readonly parser: MarkdownParser
  /** Exact, of a whole text. */
  readonly count: (text: string) => Promise<number>
  readonly estimateTokens: (text: string) => number
  /** Offset in the text to byte of the original; asked in ascending order. */
  readonly byteOf: (offset: number) => number
}

export interface CompressedText {
  readonly layout: Layout
  readonly removals: readonly Removal[]
  readonly rawTokens: number
  readonly phases: readonly { readonly phase: string; readonly tokens: number }[]
  readonly countedTokens: number
  readonly fallbacks: readonly SummaryFallback[]
}

/** Tokens after each phase; the last are those of the layout. */
interface Progress {
  readonly raw: number
  readonly strip: number
  readonly summarize: number
}

/**
 * The four phases: STRUCTURE, STRIP, SUMMARIZE (only where the text is over its budget after STRIP), LAYOUT. What fits and holds a marker was compressed before and
 * stays as it is, and so does what would get no shorter. Deterministic, but for what a model says.
 * @throws BudgetError naming `protectedTokens` and `neededTokens` when the budget cannot be met, unless `allowOver`.
 */
export async function compressText(input: CompressInput): Promise<CompressedText> {
  const { text, budgetTokens, count, signal } = input
  const tools = await toolsOf(input)
  const unchanged = await tools.draftOf([])
  const raw = await count(text)
  const unchangedResult = finish(input, unchanged, { raw, strip: raw, summarize: raw }, [])
  if (unchanged.tokens <= budgetTokens && findMarkers(text).length > 0) return unchangedResult
  throwIfCancelled(signal)
  const document = readStructure(text, input.parser)
  const stripped = await strip(document, { ...tools, count })
  const strippedDraft = stripped.length === 0 ? unchanged : await tools.draftOf(stripped)
  const strippedTokens = await count(strippedDraft.text)
  if (strippedDraft.tokens <= budgetTokens) {
    if (strippedDraft.tokens >= unchanged.tokens) return unchangedResult
    return finish(input, strippedDraft, { raw, strip: strippedTokens, summarize: strippedTokens }, [])
  }
  const { draft, fallbacks } = await summarize({ ...input, ...tools, document, stripped, strippedTokens })
  if (draft.tokens > budgetTokens && !input.allowOver) throw await unreachable(input, document, draft)
  if (draft.tokens >= unchanged.tokens) return unchangedResult
  const summarizedTokens = await count(draft.text)
  return finish(input, draft, { raw, strip: strippedTokens, summarize: summarizedTokens }, fallbacks)
}

interface Tools {
  readonly markerTokens: number
  readonly markerBytes: number
  readonly weigh: (text: string) => number
  readonly draftOf: (removals: readonly Removal[]) => Promise<Draft>
}

async function toolsOf({
  text,
  originalId,
  stamp,
  byteOf,
  count,
  estimateTokens,
  ...input
}: CompressInput): Promise<Tools> {
  const alias = chooseAlias(originalId, input.alias, [text, stamp])
  const sizeBytes = byteOf(text.length)
  const longest = formatMarker(alias, { start: sizeBytes, end: sizeBytes })
  const weights = new Map<string, number>()
  return {
    markerTokens: await count(longest),
    markerBytes: longest.length,
    weigh: (passage) => {
      const known = weights.get(passage)
      if (known !== undefined) return known
      const weight = estimateTokens(passage)
      weights.set(passage, weight)
      return weight
    },
    draftOf: async (removals) => {
      const markerOf = ({ start, end }: Removal): string =>
        formatMarker(alias, { start: byteOf(start), end: byteOf(end) })
      const body = render(text, removals, markerOf)
      return { removals, text: body, tokens: await count(layOut(body, stamp).text) }
    },
  }
}

function finish(
  input: CompressInput,
  draft: Draft,
  tokens: Progress,
  fallbacks: readonly SummaryFallback[],
): CompressedText {
  return {
    layout: layOut(draft.text, input.stamp),
    removals: draft.removals,
    rawTokens: tokens.raw,
    phases: [
      { phase: 'structure', tokens: tokens.raw },
      { phase: 'strip', tokens: tokens.strip },
      { phase: 'summarize', tokens: tokens.summarize },
      { phase: 'layout', tokens: draft.tokens },
    ],
    countedTokens: draft.tokens,
    fallbacks,
  }
}

async function unreachable(
  { budgetTokens, count }: CompressInput,
  { text, nodes }: MarkdownText,
  least: Draft,
): Promise<BudgetError> {
  const isRemoved = rangeTest(least.removals)
  const protectedText = nodes
    .filter((node) => !isProse(node) && !isRemoved(node.textStart))
    .map(({ start, end }) => text.slice(start, end))
    .join('')
  const protectedTokens = await count(protectedText)
  const neededTokens = least.tokens
  return new BudgetError(
    `the text cannot be shortened to ${written(budgetTokens)} ${budgetTokens === 1 ? 'token' : 'tokens'}: the least possible has ${written(neededTokens)}, ${written(protectedTokens)} of them in tables, code, headings and other parts that are never touched`,
    {
      facts: { budgetTokens, neededTokens, protectedTokens },
      hint: `Give a budget of ${written(neededTokens)} or more, or take the least possible text over the budget with allowOver.`,
    },
  )
}

function written(tokens: number): string {
  return tokens.toLocaleString('en-US')
}

/** Whether an offset lies in one of the ranges; offsets are asked in ascending order. */
function rangeTest(ranges: readonly Removal[]): (offset: number) => boolean {
  let next = 0
  return (offset) => {
    while (next < ranges.length && ranges[next]!.end <= offset) next++
    const range = ranges[next]
    return range !== undefined && range.start <= offset
  }
}
