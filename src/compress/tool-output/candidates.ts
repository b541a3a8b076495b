import type { SlimRoute } from '../../domain/slimmed-output.ts'
import type { SmallestJsonForm } from './json/smallest-json-form.ts'
import type { SlimLimits } from './limits.ts'
import { countLines, type LineRange } from './line-range.ts'
import { lossyCandidate } from './lossy-routes.ts'
import { describeOmission } from './notice.ts'
import { textTableForm } from './table/text-table-form.ts'

/** A text that could stand in place of an output. */
export interface SlimCandidate {
  readonly route: SlimRoute
  readonly lossless: boolean
  readonly text: string
  /** `nothing`, or what the text does not hold. */
  readonly omitted: string
  readonly omittedLines: readonly LineRange[]
}

/** An output that stood in the session before: nothing of it needs to be said again. */
export const DUPLICATE: SlimCandidate = {
  route: 'duplicate',
  lossless: true,
  text: '',
  omitted: 'all of it: the same call gave this very output before, which stands above',
  omittedLines: [],
}

/** Forms of an output that is text: a table without loss, then what leaves something out; none where every line may matter. Linear. */
export function textCandidates(
  output: string,
  limits: SlimLimits,
  estimateTokens: (text: string) => number,
): readonly SlimCandidate[] {
  const lossy = lossyCandidate(output, limits)
  if (lossy === undefined) return []
  const omitted = describeOmission(lossy.omitted, countLines(output))
  const shortened = { route: lossy.route, lossless: false, text: lossy.text, omitted, omittedLines: lossy.omitted }
  const table = lossy.route === 'table-rows' ? textTableForm(output, estimateTokens) : undefined
  if (table === undefined) return [shortened]
  return [{ route: 'text-table', lossless: true, text: table, omitted: 'nothing', omittedLines: [] }, shortened]
}

const JSON_ROUTES = { compact: 'compact-json', toon: 'toon', table: 'json-table' } as const

/** JSON in a form that leads back to it. */
export function losslessCandidate({ route, text, keepsBytes }: SmallestJsonForm): SlimCandidate {
  const omitted = keepsBytes ? 'nothing' : 'nothing but white space and escapes between and in values'
  return { route: JSON_ROUTES[route], lossless: true, text, omitted, omittedLines: [] }
}

/** Whether text that is JSON is JSON on many lines, each of which can be left out by itself. */
export function isJsonLines(text: string): boolean {
  const end = text.indexOf('\n')
  if (end < 0 || end >= text.trimEnd().length) return false
  try {
    JSON.parse(text.slice(0, end))
    return true
  } catch {
    return false
  }
}
