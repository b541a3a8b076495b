import type { Pack, Proof } from '../../index.ts'
import { formatCount, formatNumber } from './format.ts'
import { isCandidate, labelOf } from './render-decisions.ts'

/** The proof in a few lines: whether it fits, what is in it, and how long it took. */
export function renderProof(pack: Pack): readonly string[] {
  const { proof, items, timings } = pack
  const reserved = proof.reserveTokens > 0 ? `, ${formatNumber(proof.reserveTokens)} reserved` : ''
  const documents = new Set(items.map((item) => item.uri)).size
  const excerpts = items.filter((item) => item.excerpt).length
  const lines = [
    `fits: ${formatNumber(proof.countedTokens)} of ${formatCount(proof.budgetTokens, 'token')}${reserved}, ` +
      `${formatNumber(proof.slackTokens)} to spare, ${describeCount(proof)}`,
    `packed: ${formatCount(items.length, 'unit')}${excerpts > 0 ? ` (${formatCount(excerpts, 'excerpt')})` : ''} from ` +
      `${formatCount(documents, 'document')}${describeRest(pack)}; ${timings.totalMs.toFixed(1)} ms`,
  ]
  if (proof.mismatchedTokenizers.length > 0) {
    lines.push(`note: stored costs are by ${proof.mismatchedTokenizers.join(', ')}; they choose, they prove nothing`)
  }
  if (pack.knownShare === 0 && items.length > 0) {
    lines.push('note: the index has no word of the question; what is packed is near it in meaning at best')
  }
  return lines
}

function describeCount({ verified, level, tokenizer }: Proof): string {
  if (!verified) return `summed from stored counts by ${tokenizer}`
  const how = { exact: 'counted exactly', remote: 'counted remotely', estimated: 'estimated' }
  return `${how[level]} by ${tokenizer}`
}

/** What became of the other candidates. That nothing else fits is said of a saturated pack alone: no whole unit, nor an excerpt of 25 tokens or more. */
function describeRest({ decisions, items, proof }: Pack): string {
  const candidates = decisions.filter((decision) => isCandidate(decision) && decision.reason !== 'pinned')
  if (candidates.length === 0) return ''
  const isWhole = candidates.every((decision) => decision.packed) && !items.some((item) => item.excerpt)
  if (isWhole && candidates.length === 1) return '; the only candidate is packed'
  if (isWhole) return `; all ${formatCount(candidates.length, 'candidate')} are packed`
  return `, of ${formatCount(candidates.length, 'candidate')}${proof.saturated ? '; nothing else fits' : ''}`
}

/** Why a pack holds no unit, and what would help; undefined when it holds one. */
export function renderEmptiness({ items, decisions, proof }: Pack, isFiltered: boolean): string | undefined {
  if (items.length > 0) return undefined
  const [best] = decisions
  if (!best) return `nothing packed: no unit matches the question${isFiltered ? ' and the filter' : ''}`
  const neededTokens = proof.countedTokens + proof.reserveTokens + (best.exactTokens ?? best.estimatedTokens)
  return `nothing packed: the best unit, ${labelOf(best)}, whole takes a budget of about ${formatCount(neededTokens, 'token')}; an excerpt of it may take less`
}
