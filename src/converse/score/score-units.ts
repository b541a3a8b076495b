import { matchShares } from '../../compress/prose/match-shares.ts'
import { DEFAULT_PIN_LIMITS, type PinLimits } from './pin-limits.ts'
import { holdsKeyword, type ReadText, readText } from './read-text.ts'

export interface ScoreInput {
  readonly query: string
  /** Of the query; see `requiredKeywords`. */
  readonly keywords: readonly string[]
  /** One for each unit, from the oldest. */
  readonly texts: readonly string[]
  /** What an embedder finds: one similarity for each unit, and how much they count, 0 to 1. */
  readonly dense?: { readonly similarities: readonly number[]; readonly weight: number } | undefined
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
 * Scores the units of a conversation against its query: BM25 with the frequencies of this conversation, mixed with an embedder's similarities where there are any. A unit that
 * holds a required keyword is pinned whatever its age; where more units hold one than it may pin, those that hold the rarest keywords and score highest, and among equals the
 * newest. Deterministic. Linear, but for sorts.
 */
export function scoreUnits(input: ScoreInput): UnitScores {
  const { query, keywords, texts, dense, limits = DEFAULT_PIN_LIMITS, read = readText } = input
  const units = texts.map((text) => read(text))
  const lexical = matchShares(
    units.map(({ terms }) => terms),
    query,
  )
  const scores = dense === undefined ? lexical : mixed(lexical, shares(dense.similarities), dense.weight)
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

function mixed(lexical: readonly number[], similarities: readonly number[], weight: number): readonly number[] {
  return shares(lexical.map((score, unit) => (1 - weight) * score + weight * similarities[unit]!))
}

/** Of the highest; what is below zero has nothing to do with the query. */
function shares(values: readonly number[]): readonly number[] {
  const highest = values.reduce((most, value) => Math.max(most, value), 0)
  return values.map((value) => (highest === 0 ? 0 : Math.max(0, value) / highest))
}
