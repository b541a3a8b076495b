import { z } from 'zod'
import { PackgraphError } from '../domain/errors.ts'
import { nearestName } from '../domain/nearest-name.ts'
import type { CacheProfile, EffectiveInputs, EffectiveTokens } from '../domain/savings.ts'
import { cacheProfiles, DEFAULT_PROFILE_NAMES, findCacheProfile } from '../savings/cache-profiles.ts'
import { effectiveTokens as compute } from '../savings/effective-tokens.ts'
import { checkValue } from './options.ts'

/** A profile by its id or name, or a whole one of the caller's own. */
export type CacheProfileChoice = string | CacheProfile

/** How {@link effectiveTokens} is asked. */
export interface EffectiveTokensOptions {
  /** For how many calls the amortised costs are told. Default: 1, 2, 5, 10, 100. */
  readonly calls?: readonly number[]
}

const factor = z.number().nonnegative().max(1_000)
const tokens = z.number().nonnegative().max(Number.MAX_SAFE_INTEGER)
const name = z.string().min(1)

const profileSchema = z.strictObject({
  id: name,
  provider: name,
  model: name,
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day as YYYY-MM-DD'),
  source: name,
  readFactor: factor,
  writePremium: factor,
  minPrefixTokens: tokens,
  stepTokens: z.number().int().positive(),
  timeToLiveSeconds: z.number().positive().nullable(),
})

const inputsSchema = z.strictObject({
  rawTokens: tokens,
  stableTokens: tokens,
  volatileTokens: tokens,
  oneTimeTokens: tokens.optional(),
})

const optionsSchema = z.strictObject({ calls: z.array(z.number().int().positive()).max(1_000).optional() })

/**
 * What a text of a stable and a volatile part costs in repeated calls, in effective tokens (each is worth one fresh input token), beside the raw text with and without
 * a cache. Formulas: docs/savings.md.
 * @param profile an id (`openai@2026-07-29`), a name (`openai`: its newest), or a profile of your own.
 * @throws PackgraphError `INPUT` for token counts that are none, `INVALID_OPTION` for an unknown profile or one with impossible values.
 */
export function effectiveTokens(
  inputs: Omit<EffectiveInputs, 'oneTimeTokens'> & Partial<EffectiveInputs>,
  profile: CacheProfileChoice,
  options: EffectiveTokensOptions = {},
): EffectiveTokens {
  checkValue(inputsSchema, inputs, 'the inputs', 'INPUT')
  checkValue(optionsSchema, options, 'the options of effectiveTokens', 'INVALID_OPTION')
  return compute({ oneTimeTokens: 0, ...inputs }, chosenProfile(profile), options.calls)
}

/** The profiles that a caller chose; by default the newest one of each provider. @throws PackgraphError `INVALID_OPTION`. */
export function chosenProfiles(
  choices: readonly CacheProfileChoice[] = DEFAULT_PROFILE_NAMES,
): readonly CacheProfile[] {
  return choices.map(chosenProfile)
}

/** @throws PackgraphError `INVALID_OPTION` for an unknown profile or one with impossible values. */
export function chosenProfile(choice: CacheProfileChoice): CacheProfile {
  if (typeof choice !== 'string') {
    checkValue(profileSchema, choice, 'the cache profile', 'INVALID_OPTION')
    return choice
  }
  const found = findCacheProfile(choice)
  if (found) return found
  const known = cacheProfiles().map(({ id }) => id)
  const nearest = nearestName(choice, [...known, ...known.map((id) => id.slice(0, id.indexOf('@')))])
  throw new PackgraphError('INVALID_OPTION', `there is no cache profile “${choice}”`, {
    facts: { profile: choice, known },
    hint: nearest === undefined ? `Known are ${known.join(', ')}.` : `Did you mean “${nearest}”?`,
  })
}
