import type { CacheProfile } from '../domain/savings.ts'

/** The date of the present values. */
const LOOKED_UP = '2026-11-30'
/** The date of the architecture record, whose four profiles stay selectable. It names no minimum and no time to live: 1,024 tokens are assumed. */
const RECORDED = '2026-07-29'

const ANTHROPIC = 'https://platform.claude.com/docs/en/build-with-claude/prompt-caching'
const OPENAI = 'https://platform.openai.com/docs/guides/prompt-caching'
const GEMINI = 'https://ai.google.dev/gemini-api/docs/caching'
const DEEPSEEK = 'https://api-docs.deepseek.com/guides/kv_cache'
const KIMI = 'https://platform.moonshot.ai/docs/pricing/chat'
const RECORD = `architecture record ADR-003 of ${RECORDED}`

type Values = Pick<CacheProfile, 'readFactor' | 'writePremium' | 'minPrefixTokens' | 'stepTokens' | 'timeToLiveSeconds'>

const FIVE_MINUTES: Values = {
  readFactor: 0.1,
  writePremium: 0.25,
  minPrefixTokens: 1_024,
  stepTokens: 1,
  timeToLiveSeconds: 300,
}
const ONE_HOUR: Values = { ...FIVE_MINUTES, writePremium: 1, timeToLiveSeconds: 3_600 }
const OPENAI_VALUES: Values = { ...FIVE_MINUTES, writePremium: 0, stepTokens: 128 }
const GEMINI_VALUES: Values = {
  readFactor: 0.1,
  writePremium: 0,
  minPrefixTokens: 2_048,
  stepTokens: 1,
  timeToLiveSeconds: null,
}
const DEEPSEEK_VALUES: Values = { ...GEMINI_VALUES, minPrefixTokens: 64, stepTokens: 64 }
const KIMI_VALUES: Values = { ...GEMINI_VALUES, readFactor: 0.2, minPrefixTokens: 1_024 }
const RECORD_VALUES: Values = { ...GEMINI_VALUES, minPrefixTokens: 1_024 }

const today = profilesOf(LOOKED_UP)
const recorded = profilesOf(RECORDED)

/** The newest first. A change of price is a new line with its date; a line that stands here is never changed. */
const PROFILES: readonly CacheProfile[] = [
  today('anthropic', 'anthropic', 'most models, kept for 5 minutes', ANTHROPIC, FIVE_MINUTES),
  today('anthropic-1h', 'anthropic', 'most models, kept for 1 hour', ANTHROPIC, ONE_HOUR),
  ...[512, 2_048, 4_096].flatMap((minPrefixTokens) => {
    const model = `models that cache from ${minPrefixTokens} tokens`
    return [
      today(`anthropic-from-${minPrefixTokens}`, 'anthropic', model, ANTHROPIC, { ...FIVE_MINUTES, minPrefixTokens }),
      today(`anthropic-1h-from-${minPrefixTokens}`, 'anthropic', model, ANTHROPIC, { ...ONE_HOUR, minPrefixTokens }),
    ]
  }),
  today('openai', 'openai', 'GPT-5 and later', OPENAI, OPENAI_VALUES),
  today('openai-4.1', 'openai', 'GPT-4.1', OPENAI, { ...OPENAI_VALUES, readFactor: 0.25 }),
  today('openai-4o', 'openai', 'GPT-4o', OPENAI, { ...OPENAI_VALUES, readFactor: 0.5 }),
  today('gemini', 'gemini', 'models that cache from 2,048 tokens', GEMINI, GEMINI_VALUES),
  today('gemini-from-4096', 'gemini', 'models that cache from 4,096 tokens', GEMINI, {
    ...GEMINI_VALUES,
    minPrefixTokens: 4_096,
  }),
  today('deepseek', 'deepseek', 'the dearest cache among its models', DEEPSEEK, DEEPSEEK_VALUES),
  today('deepseek-cheapest', 'deepseek', 'the cheapest cache among its models', DEEPSEEK, {
    ...DEEPSEEK_VALUES,
    readFactor: 0.02,
  }),
  today('kimi', 'kimi', 'the dearest cache among its models', KIMI, KIMI_VALUES),
  today('kimi-cheapest', 'kimi', 'the cheapest cache among its models', KIMI, { ...KIMI_VALUES, readFactor: 0.1 }),
  recorded('anthropic', 'anthropic', 'all', RECORD, { ...RECORD_VALUES, writePremium: 0.25 }),
  recorded('openai', 'openai', 'all', RECORD, { ...RECORD_VALUES, readFactor: 0.5 }),
  recorded('gemini', 'gemini', 'all', RECORD, { ...RECORD_VALUES, readFactor: 0.25 }),
  recorded('kimi', 'kimi', 'all', RECORD, RECORD_VALUES),
]

/** One for each provider: what a report shows when nobody says which. */
export const DEFAULT_PROFILE_NAMES: readonly string[] = ['anthropic', 'openai', 'gemini', 'deepseek', 'kimi']

/** Every cache profile that packgraph knows, the newest date first. Prices change: compare the date and the source of what you rely on. */
export function cacheProfiles(): readonly CacheProfile[] {
  return PROFILES
}

/** @param name an id (`openai@2026-07-29`), or its part before the date, which means the newest. @returns undefined for an unknown one. */
export function findCacheProfile(name: string): CacheProfile | undefined {
  return PROFILES.find(({ id }) => id === name) ?? PROFILES.find(({ id }) => id.startsWith(`${name}@`))
}

function profilesOf(date: string) {
  return (name: string, provider: string, model: string, source: string, values: Values): CacheProfile =>
    Object.freeze({ id: `${name}@${date}`, provider, model, date, source, ...values })
}
