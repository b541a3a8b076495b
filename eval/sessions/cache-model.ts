import { type CacheProfile, cacheProfiles } from 'packgraph'

/** How a provider's prompt cache works and what it costs, as far as the evaluation goes. */
export interface CacheModel
  extends Pick<CacheProfile, 'id' | 'readFactor' | 'writePremium' | 'minPrefixTokens' | 'stepTokens'> {
  readonly name: string
  /** `any-prefix`: the longest prefix that an earlier request had. `marked-prefix`: the longest that both requests marked. */
  readonly finds: 'any-prefix' | 'marked-prefix'
}

/** A place that a caller may mark, and where a prefix may end that a provider finds: what the text up to there is, and how long. In order. */
export interface MarkedPlace {
  readonly after: string
  readonly tokens: number
  readonly sha256: string
}

/** One call of a session or a conversation, as a provider sees it. */
export interface SessionCallFacts {
  readonly tokens: number
  /** Tokens of the longest prefix that any earlier call of the session had, too. */
  readonly sharedTokens: number
  readonly places: readonly MarkedPlace[]
}

/** One that is marked by the caller, one that caches in steps, and one that caches nearly everything, at their newest prices. */
export const CACHE_MODELS: readonly CacheModel[] = [
  modelOf('anthropic', 'marked-prefix'),
  modelOf('openai', 'any-prefix'),
  modelOf('deepseek', 'any-prefix'),
]

function modelOf(name: string, finds: CacheModel['finds']): CacheModel {
  return { ...cacheProfiles().find(({ id }) => id.startsWith(`${name}@`))!, name, finds }
}

/** Where a caller may mark a pack; the best for a whole session counts, for each arm alike. */
const PACK_MARKINGS: readonly (readonly string[])[] = [
  [],
  ['preamble', 'stable', 'retained'],
  ['preamble', 'stable', 'retained', 'carried', 'selected'],
]

/** So many places before a mark are looked at for a prefix that was written earlier. Source: Anthropic, Prompt caching (reference as of November 2026). */
const LOOK_BACK = 20

/**
 * What the calls of one session cost, in fresh input tokens.
 * @param markings names of the places that a caller marks, to choose the cheapest of.
 */
export function effectiveTokens(
  calls: readonly SessionCallFacts[],
  model: CacheModel,
  markings: readonly (readonly string[])[] = PACK_MARKINGS,
): number {
  if (model.finds === 'any-prefix') return sum(calls.map((call) => unmarkedCost(call, model)))
  return Math.min(...markings.map((marking) => markedCost(calls, marking, model)))
}

function unmarkedCost({ tokens, sharedTokens }: SessionCallFacts, model: CacheModel): number {
  const read = sharedTokens < model.minPrefixTokens ? 0 : sharedTokens - (sharedTokens % model.stepTokens)
  return model.readFactor * read + (1 + model.writePremium) * (tokens - read)
}

function markedCost(calls: readonly SessionCallFacts[], marking: readonly string[], model: CacheModel): number {
  const written = new Set<string>()
  return sum(
    calls.map(({ tokens, places }) => {
      const isMarked = ({ after, tokens }: MarkedPlace): boolean =>
        marking.includes(after) && tokens >= model.minPrefixTokens
      const marked = places.filter(isMarked)
      const lookedAt = places.flatMap((place, end) =>
        isMarked(place) ? places.slice(Math.max(0, end - LOOK_BACK), end + 1) : [],
      )
      const read = Math.max(0, ...lookedAt.filter(({ sha256 }) => written.has(sha256)).map(({ tokens }) => tokens))
      const end = Math.max(read, ...marked.map(({ tokens }) => tokens))
      for (const { sha256 } of marked) written.add(sha256)
      return model.readFactor * read + (1 + model.writePremium) * (end - read) + (tokens - end)
    }),
  )
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
