import type { TokenScorer } from '../../ports/token-scorer.ts'
import { articleScorer } from './article-scorer.ts'
import { selfInformationScorer } from './self-information-scorer.ts'

export type TokenScorerName = 'rule' | 'self-information'

/** Scorers that need no model, by the names that callers may give. The first is the one that is taken where none is named. */
export const TOKEN_SCORERS: Readonly<Record<TokenScorerName, TokenScorer>> = {
  rule: articleScorer,
  'self-information': selfInformationScorer,
}
