import { termPrefix, termsOf, termsOfWord } from '../domain/text/terms.ts'
import { wordsOf } from '../domain/text/words.ts'
import type { Hypergraph } from '../ports/hypergraph.ts'

/** What the corpus makes of a question. */
export interface Question {
  /** Distinct terms that the corpus has, in order of first occurrence, each with its share of the idf mass of these terms. */
  readonly termWeights: ReadonlyMap<string, number>
  /** Share of the question's idf mass that the corpus knows, 0 to 1; an unknown term weighs as much as the rarest known one. */
  readonly knownShare: number
  /** The largest weight among the terms with each five-character prefix. */
  readonly prefixWeights: ReadonlyMap<string, number>
  /** Bonus of each unit whose own name the question contains. */
  readonly namedUnits: ReadonlyMap<number, number>
}

const NAMED_UNIT_BONUS = 0.5
/** Questions longer than this are documents; their first words must do. Bounds the cost of one query. */
const MAX_TERMS = 256
const MAX_WORDS = 4096

/** Reads a question. Two calls of the hypergraph port. */
export async function readQuestion(text: string, hypergraph: Hypergraph): Promise<Question> {
  const words = wordsOf(text).slice(0, MAX_WORDS)
  const terms = Array.from(new Set(words.flatMap((word) => termsOfWord(word)))).slice(0, MAX_TERMS)
  const frequencies = await hypergraph.inverseFrequencies(terms)
  let mass = 0
  let rarest = 0
  for (const idf of frequencies.values()) {
    mass += idf
    rarest = Math.max(rarest, idf)
  }
  const termWeights = new Map<string, number>()
  for (const [term, idf] of frequencies) termWeights.set(term, idf / mass)
  const unknownMass = (terms.length - frequencies.size) * rarest
  return {
    termWeights,
    knownShare: mass === 0 ? 0 : mass / (mass + unknownMass),
    prefixWeights: heaviestByPrefix(termWeights),
    namedUnits: await findNamedUnits(words, termWeights, hypergraph),
  }
}

function heaviestByPrefix(termWeights: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  for (const [term, weight] of termWeights) {
    const prefix = termPrefix(term)
    weights.set(prefix, Math.max(weight, weights.get(prefix) ?? 0))
  }
  return weights
}

async function findNamedUnits(
  words: readonly string[],
  termWeights: ReadonlyMap<string, number>,
  hypergraph: Hypergraph,
): Promise<ReadonlyMap<number, number>> {
  const bonuses = new Map<number, number>()
  for (const { name, owners } of await hypergraph.namesIn(words)) {
    let mass = 0
    for (const term of termsOf(name)) mass += termWeights.get(term) ?? 0
    // A name that many units share points at none of them.
    const bonus = (NAMED_UNIT_BONUS * mass) / owners.length ** 2
    for (const owner of owners) bonuses.set(owner, Math.max(bonus, bonuses.get(owner) ?? 0))
  }
  return bonuses
}
