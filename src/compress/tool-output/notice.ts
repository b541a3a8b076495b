import { formatLineRange, type LineRange } from './line-range.ts'

/** What a reader of a slimmed output must know. */
export interface NoticeFacts {
  readonly route: string
  /** The name of the stored original: its id or an alias. */
  readonly alias: string
  readonly originalId: string
  readonly omitted: string
  /** Lines of the stored original. */
  readonly lineCount: number
}

/**
 * The last line of a slimmed output: what was done to it and how to get the rest. The first notices of a session explain themselves, later ones are short.
 */
export function formatNotice(facts: NoticeFacts, verbose: boolean): string {
  const { route, alias, originalId, omitted, lineCount } = facts
  const head = `[packgraph slim ${alias}: ${route}; left out: ${omitted}`
  if (!verbose) return `${head}; expand ${alias}]`
  return `${head}. The output as it came, ${lineCount} lines, sha256 ${originalId}, is stored: to read more call the tool expand with id "${alias}" and lines "A-B", or run: packgraph expand ${alias} --lines A-B]`
}

/** What stands in place of an output that came before. */
export function formatDuplicateNotice(alias: string, originalId: string, verbose: boolean): string {
  const head = `[packgraph slim ${alias}: duplicate; left out: all of it, since the same call gave the very same output earlier in this session, which stands above`
  if (!verbose) return `${head}; expand ${alias}]`
  return `${head}. It is stored, sha256 ${originalId}: to read it again call the tool expand with id "${alias}", or run: packgraph expand ${alias}]`
}

/** How many ranges are told; a reader who needs the others has line numbers in the text. */
const MOST_RANGES = 3

/** `nothing`, or `560 of 800 lines (L141-L500, L502-L720)`. */
export function describeOmission(omitted: readonly LineRange[], lineCount: number): string {
  if (omitted.length === 0) return 'padding and colours'
  const lines = omitted.reduce((sum, { first, last }) => sum + last - first + 1, 0)
  const ranges =
    omitted.length <= MOST_RANGES
      ? omitted.map(formatLineRange).join(', ')
      : `within ${formatLineRange({ first: omitted[0]?.first ?? 0, last: omitted.at(-1)?.last ?? 0 })}`
  return `${lines} of ${lineCount} lines (${ranges})`
}
