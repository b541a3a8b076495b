import type { SlimRoute } from '../../domain/slimmed-output.ts'
import { formatLineRange, type LineRange } from './line-range.ts'

/** What a reader of a slimmed output must know. */
export interface NoticeFacts {
  readonly route: SlimRoute
  /** The name of the stored original: its id, or the beginning of it that this text can use. */
  readonly alias: string
  readonly originalId: string
  readonly omitted: string
  /** Of the stored original. */
  readonly lineCount: number
  /** How many secrets were taken out of it. */
  readonly secrets: number
}

/**
 * What a notice calls an original: its alias, lengthened digit by digit as long as the output holds those digits itself. So nothing in the output can be taken for
 * the notice, but for an output that holds its own SHA-256.
 */
export function chooseNoticeAlias(originalId: string, alias: string, output: string): string {
  let length = alias.length
  while (length < originalId.length && output.includes(originalId.slice(0, length))) length++
  return originalId.slice(0, length)
}

/**
 * The last line of a slimmed output: what was done to it and how to get the rest. The first notices of a session explain themselves, later ones are short.
 */
export function formatNotice(facts: NoticeFacts, verbose: boolean): string {
  const { route, alias, originalId, omitted, lineCount, secrets } = facts
  const redacted = secrets === 0 ? '' : `; secrets redacted, here and in the store: ${secrets}`
  const head = `[packgraph slim ${alias}: ${route}; left out: ${omitted}${redacted}`
  if (!verbose) return `${head}; expand ${alias}]`
  return `${head}. The whole output (L1-L${lineCount}, sha256 ${originalId}) is stored. To read more, call the tool expand with id "${alias}" and lines "A-B", or run: packgraph expand ${alias} --lines A-B]`
}

/** How many ranges are told; who needs the others has line numbers in the text. */
const MOST_RANGES = 3

/** `560 of 800 lines (L141-L500, L502-L720)`; where every line is shown, what lines lost. */
export function describeOmission(omitted: readonly LineRange[], lineCount: number): string {
  if (omitted.length === 0) return 'padding, colours, blank lines, rules and the middle of overlong lines'
  const lines = omitted.reduce((sum, { first, last }) => sum + last - first + 1, 0)
  const ranges =
    omitted.length <= MOST_RANGES
      ? omitted.map(formatLineRange).join(', ')
      : `within ${formatLineRange({ first: omitted[0]?.first ?? 0, last: omitted.at(-1)?.last ?? 0 })}`
  return `${lines} of ${lineCount} lines (${ranges})`
}
