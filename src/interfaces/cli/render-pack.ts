import type { Decision, GraphStep, Pack, Proof } from '../../index.ts'
import { formatCount, formatNumber, shorten } from './format.ts'
import { describeLanes } from './render-search.ts'

const UNPACKED_ROWS = 30
const URI_CHARACTERS = 40

/** The proof in a few lines: whether it fits, what is in it, and how long it took. */
export function renderProof(pack: Pack): readonly string[] {
  const { proof, items, decisions, timings } = pack
  const reserved = proof.reserveTokens > 0 ? `, ${formatNumber(proof.reserveTokens)} reserved` : ''
  const documents = new Set(items.map((item) => item.uri)).size
  const excerpts = items.filter((item) => item.excerpt).length
  const lines = [
    `fits: ${formatNumber(proof.countedTokens)} of ${formatCount(proof.budgetTokens, 'token')}${reserved}, ` +
      `${formatNumber(proof.slackTokens)} to spare, ${describeCount(proof)}`,
    `packed: ${formatCount(items.length, 'unit')}${excerpts > 0 ? ` (${formatCount(excerpts, 'excerpt')})` : ''} from ` +
      `${formatCount(documents, 'document')}, of ${formatCount(decisions.length, 'candidate')}` +
      `${proof.saturated ? '; nothing else fits' : ''}; ${timings.totalMs.toFixed(1)} ms`,
  ]
  if (proof.mismatchedTokenizers.length > 0) {
    lines.push(`note: stored costs are by ${proof.mismatchedTokenizers.join(', ')}; they choose, they prove nothing`)
  }
  return lines
}

function describeCount({ verified, level, tokenizer }: Proof): string {
  if (!verified) return `summed from stored counts by ${tokenizer}`
  const how = { exact: 'counted exactly', remote: 'counted remotely', estimated: 'estimated' }
  return `${how[level]} by ${tokenizer}`
}

/** One row for each decision, best candidate first; what did not fit is cut short after a while. */
export function renderDecisions(decisions: readonly Decision[]): readonly string[] {
  const uriOf = new Map(decisions.map((decision) => [decision.ref, decision.uri]))
  const unpacked = decisions.filter((decision) => !decision.packed)
  const hidden = new Set(unpacked.slice(UNPACKED_ROWS))
  const rows = decisions.filter((decision) => !hidden.has(decision)).flatMap((decision) => rowsOf(decision, uriOf))
  const header = 'rank  score   est. exact  decision      unit'
  const rest = hidden.size > 0 ? [`… and ${formatNumber(hidden.size)} more that are not packed (--json lists all)`] : []
  return [header, ...rows, ...rest]
}

function rowsOf(decision: Decision, uriOf: ReadonlyMap<string, string>): readonly string[] {
  const cells = [
    String(decision.rank || '-').padStart(4),
    decision.score.toFixed(3).padStart(6),
    formatNumber(decision.estimatedTokens).padStart(6),
    (decision.exactTokens === undefined ? '-' : formatNumber(decision.exactTokens)).padStart(5),
    ` ${decision.reason.padEnd(12)}`,
    ` ${shorten(decision.uri, URI_CHARACTERS)}#${rangeOf(decision.ref)}`,
  ]
  const details: string[] = []
  const lanes = describeLanes(decision.lanes)
  if (lanes) details.push(lanes)
  if (decision.duplicateOf) details.push(`same text as ${nameOf(decision.duplicateOf, uriOf)}`)
  const path = decision.lanes.graph?.path ?? []
  for (const step of path) details.push(describeStep(step))
  return [cells.join(' '), ...details.map((detail) => `${' '.repeat(41)}${detail}`)]
}

function describeStep({ fromTitle, fromReference, relation, entity }: GraphStep): string {
  const joined = { 'links-to': 'which links to it by', 'linked-from': 'which it links to by', shares: 'entity' }
  return `via ${fromTitle}#${rangeOf(fromReference)}, ${joined[relation]} “${entity}”`
}

/** The uri and span behind a ref, where the decisions tell it. */
function nameOf(reference: string, uriOf: ReadonlyMap<string, string>): string {
  return `${shorten(uriOf.get(reference) ?? reference, URI_CHARACTERS)}#${rangeOf(reference)}`
}

function rangeOf(reference: string): string {
  return reference.split('#')[1] ?? ''
}
