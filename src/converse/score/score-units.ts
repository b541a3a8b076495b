import { matchShares } from '../../compress/prose/match-shares.ts'
import { DEFAULT_PIN_LIMITS, type PinLimits } from './pin-limits.ts'
import { holdsKeyword, type ReadText, readText } from './read-text.ts'

export interface ScoreInput {
  readonly query: string
  /** Of the query; see `requiredKeywords`. */
  readonly keywords: readonly string[]
  /** One for each unit, from the oldest. */
  readonly texts: readonly string[]
  readonly limits?: PinLimits
  /** Reads a text; callers who score the same texts again remember what it gives. */
  readonly read?: (text: string) => ReadText
}

export interface UnitScores {
  /** How much each unit has to do with the query, 0 to 1; the best has 1, unless none has anything. */
  readonly scores: readonly number[]
  /** Whether each unit holds a keyword and is among the best that do. */
  readonly pinned: readonly boolean[]
  /** The keywords that each unit holds, in their order. */
  readonly held: readonly (readonly string[])[]
}

/**
 * Scores the units of a conversation against its query: BM25 with the frequencies of this conversation. A unit that
 * holds a required keyword is pinned whatever its age; where more units hold one than it may pin, those that hold the rarest keywords and score highest, and among equals the
 * newest. Deterministic. Linear, but for sorts.
 */
export function scoreUnits(input: ScoreInput): UnitScores {
  const { query, keywords, texts, limits = DEFAULT_PIN_LIMITS, read = readText } = input
  const units = texts.map((text) => read(text))
  const scores = matchShares(
    units.map(({ terms }) => terms),
    query,
  )
  const held = units.map((unit) => keywords.filter((keyword) => holdsKeyword(unit, keyword)))
  return { scores, pinned: pinnedUnits(held, scores, limits), held }
}

function pinnedUnits(
  held: readonly (readonly string[])[],
  scores: readonly number[],
  { unitsPerKeyword, units }: PinLimits,
): readonly boolean[] {
  const holders = new Map<string, number[]>()
  held.forEach((keywords, unit) => {
    for (const keyword of keywords) {
      const those = holders.get(keyword)
      if (those === undefined) holders.set(keyword, [unit])
      else those.push(unit)
    }
  })
  const rarity = (keyword: string): number => Math.log(1 + held.length / holders.get(keyword)!.length)
  const worths = held.map((keywords, unit) => keywords.reduce((sum, keyword) => sum + rarity(keyword), scores[unit]!))
  const best = (those: readonly number[], count: number): readonly number[] =>
    those.toSorted((a, b) => worths[b]! - worths[a]! || b - a).slice(0, count)
  const wanted = new Set([...holders.values()].flatMap((those) => best(those, unitsPerKeyword)))
  const pinned = new Set(best([...wanted], units))
  return held.map((_, unit) => pinned.has(unit))
}
