import type { SelectableUnit, SelectionInput, SelectionPolicy } from 'packgraph'

/** Ways of choosing units other than the default's, by name; `docs/evaluation.md` lists them. All are deterministic: ties go to the better rank. */
export const SELECTION_ARMS: Readonly<Record<string, SelectionPolicy>> = {
  density: byDensity,
  coverage: byCoveragePerToken,
  'min-relevance': overMinRelevance,
  chain: inChains,
  'set-wise': byMarginalCoverage,
}

/** Best score for each token first. Source: the greedy heuristic for the knapsack problem (Dantzig, 1957). */
function byDensity({ units }: SelectionInput): readonly SelectableUnit[] {
  return units.toSorted((left, right) => densityOf(right) - densityOf(left) || left.rank - right.rank)
}

function densityOf({ score, estimatedTokens }: SelectableUnit): number {
  return score / estimatedTokens
}

/**
 * Next the unit with the most of the question's mass that nothing before it covers, for each of its tokens.
 * Source: the cost-benefit greedy algorithm for budgeted coverage (Khuller, Moss, Naor, 1999).
 */
function byCoveragePerToken(input: SelectionInput): readonly SelectableUnit[] {
  return greedily(input, (unit, newMass) => newMass / unit.estimatedTokens)
}

/** Next the unit with the largest sum of its score's share of the best and the question's mass that nothing before it covers. */
function byMarginalCoverage(input: SelectionInput): readonly SelectableUnit[] {
  const best = bestScore(input.units)
  return greedily(input, (unit, newMass) => unit.score / best + newMass)
}

const MIN_SHARE_OF_BEST = 0.2

/** Leaves out what scores below a fifth of the best. */
function overMinRelevance({ units }: SelectionInput): readonly SelectableUnit[] {
  const floor = MIN_SHARE_OF_BEST * bestScore(units)
  return units.filter(({ score }) => score >= floor)
}

/** A unit that the graph led to is taken together with the one where its path started, which comes first. */
function inChains({ units }: SelectionInput): readonly SelectableUnit[] {
  const byId = new Map(units.map((unit) => [unit.id, unit]))
  return [...new Set(units.flatMap((unit) => [startOf(unit, byId) ?? unit, unit]))]
}

function startOf({ lanes }: SelectableUnit, byId: ReadonlyMap<number, SelectableUnit>): SelectableUnit | undefined {
  const first = lanes.graph?.path[0]
  return first && byId.get(first.fromId)
}

function greedily(
  { units, termWeights }: SelectionInput,
  worthOf: (unit: SelectableUnit, newMass: number) => number,
): readonly SelectableUnit[] {
  const rest = [...units]
  const covered = new Set<string>()
  const ordered: SelectableUnit[] = []
  while (rest.length > 0) {
    const values = rest.map((unit) => worthOf(unit, newMassOf(unit, covered, termWeights)))
    const [next] = rest.splice(values.indexOf(Math.max(...values)), 1)
    ordered.push(next!)
    for (const term of next!.questionTerms) covered.add(term)
  }
  return ordered
}

function newMassOf(
  { questionTerms }: SelectableUnit,
  covered: ReadonlySet<string>,
  termWeights: ReadonlyMap<string, number>,
): number {
  let mass = 0
  for (const term of questionTerms) if (!covered.has(term)) mass += termWeights.get(term) ?? 0
  return mass
}

function bestScore(units: readonly SelectableUnit[]): number {
  return Math.max(...units.map(({ score }) => score))
}
