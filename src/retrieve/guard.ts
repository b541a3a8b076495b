import type { ScoredUnit } from '../ports/hypergraph.ts'

/** The guard holds the first places for units that hops and set-wise order must not push out. */
const GUARDED_PLACES = 5
const MAX_GUARDED = 4
const MAX_LEXICAL = 3
const MAX_NAMED = 2
const LEXICAL_SHARE = 0.85
/** A bonus of this size: the name makes up a tenth of the question, and one unit owns it. */
const MIN_NAME_BONUS = 0.05

/**
 * What the guard holds: up to three units whose lexical score is at least .85 of the largest, then up to two that the question calls by name, four in all.
 * @param lexical the best units by lexical score, best first. @param named units that own a name in the question, with their bonus.
 */
export function guardedUnits(lexical: readonly ScoredUnit[], named: readonly ScoredUnit[]): readonly number[] {
  const floor = LEXICAL_SHARE * (lexical[0]?.score ?? 0)
  const strong = lexical.slice(0, MAX_LEXICAL).filter(({ score }) => score >= floor)
  const called = named
    .filter(({ score }) => score >= MIN_NAME_BONUS)
    .sort((a, b) => b.score - a.score || a.unit - b.unit)
    .slice(0, MAX_NAMED)
  return Array.from(new Set([...strong, ...called].map(({ unit }) => unit))).slice(0, MAX_GUARDED)
}

/** Brings guarded units into the first five, in place of the last of those that are not guarded; the rest keeps its order. */
export function guard<Item extends { readonly unit: number }>(
  ranked: readonly Item[],
  guarded: readonly number[],
): readonly Item[] {
  const isGuarded = new Set(guarded)
  const front = ranked.slice(0, GUARDED_PLACES)
  const missing = guarded.flatMap((unit) => {
    if (front.some((item) => item.unit === unit)) return []
    return ranked.find((item) => item.unit === unit) ?? []
  })
  if (missing.length === 0) return ranked
  const droppable = new Set(front.filter(({ unit }) => !isGuarded.has(unit)).slice(-missing.length))
  const head = new Set([...front.filter((item) => !droppable.has(item)), ...missing])
  return [...head, ...ranked.filter((item) => !head.has(item))]
}
