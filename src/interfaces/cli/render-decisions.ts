import type { Decision, GraphStep } from '../../index.ts'
import { formatNumber } from './format.ts'
import { describeLanes } from './render-search.ts'
import { wrap } from './wrap.ts'

const UNPACKED_ROWS = 30
const COLUMNS = 80
const HEADER = 'rank  score   est. exact  decision      unit'
/** Where the last column begins. */
const UNIT_COLUMN = 40
const DETAIL_INDENT = '      '
const LEGEND =
  'est.: tokens as stored, with a header; exact: its tokens with header, counted alone; lexical, dense, graph: its rank in that lane.'
const OUT_OF_ORDER =
  'A score above that of an earlier row: the set-wise step put that row first for what it adds to those before it.'

/** Whether a decision is about a candidate of its own, not about a further place of the same text. */
export function isCandidate(decision: Decision): boolean {
  return decision.reason !== 'duplicate-of'
}

/**
 * A table for people, 80 columns wide: one row for each candidate, best first, with its lanes below and, if it is packed, the path that led to it; what did not fit is cut short after a while. A long
 * name of a unit breaks the width rather than its form, since `show` takes it.
 */
export function renderDecisions(decisions: readonly Decision[]): readonly string[] {
  const labels = new Map(decisions.map((decision) => [decision.ref, labelOf(decision)]))
  const candidates = decisions.filter(isCandidate)
  const hidden = new Set(candidates.filter((decision) => !decision.packed).slice(UNPACKED_ROWS))
  const shown = candidates.filter((decision) => !hidden.has(decision))
  const copies = copiesByRef(decisions)
  const rows = shown.flatMap((decision) => rowsOf(decision, copies.get(decision.ref) ?? [], labels))
  const rest = hidden.size > 0 ? [`… and ${formatNumber(hidden.size)} more that are not packed (--json lists all)`] : []
  const legend = [LEGEND, ...(isInOrder(shown) ? [] : [OUT_OF_ORDER])]
  return [HEADER, ...rows, ...rest, ...legend.flatMap((line) => wrap(line, '', COLUMNS))]
}

function copiesByRef(decisions: readonly Decision[]): ReadonlyMap<string, readonly Decision[]> {
  const copies = new Map<string, Decision[]>()
  for (const decision of decisions) {
    const { duplicateOf } = decision
    if (duplicateOf === undefined) continue
    const known = copies.get(duplicateOf)
    if (known) known.push(decision)
    else copies.set(duplicateOf, [decision])
  }
  return copies
}

function rowsOf(
  decision: Decision,
  copies: readonly Decision[],
  labels: ReadonlyMap<string, string>,
): readonly string[] {
  const cells = [
    String(decision.rank || '-').padStart(4),
    decision.score.toFixed(3).padStart(6),
    formatNumber(decision.estimatedTokens).padStart(6),
    (decision.exactTokens === undefined ? '-' : formatNumber(decision.exactTokens)).padStart(5),
    ` ${decision.reason}`,
  ].join(' ')
  const label = labelOf(decision)
  const head = fits(label) ? [`${cells.padEnd(UNIT_COLUMN)}${label}`] : [cells, DETAIL_INDENT + label]
  const details = [
    describeLanes(decision.lanes),
    ...(decision.packed ? (decision.lanes.graph?.path ?? []) : []).map((step) => describeStep(step, labels)),
    describeCopies(copies),
  ]
  return [
    ...head,
    ...details.filter((detail) => detail !== '').flatMap((detail) => wrap(detail, DETAIL_INDENT, COLUMNS)),
  ]
}

function fits(label: string): boolean {
  return UNIT_COLUMN + label.length <= COLUMNS
}

function describeStep(
  { fromTitle, fromRef, relation, entity }: GraphStep,
  labels: ReadonlyMap<string, string>,
): string {
  const from = labels.get(fromRef) ?? `${fromTitle}#${rangeOf(fromRef)}`
  const joined = { 'links-to': 'which links to it by', 'linked-from': 'which it links to by', shares: 'which shares' }
  return `via ${from}, ${joined[relation]} “${entity}”`
}

function describeCopies(copies: readonly Decision[]): string {
  const [only] = copies
  if (!only) return ''
  return copies.length === 1
    ? `same text in ${labelOf(only)}`
    : `same text in ${formatNumber(copies.length)} other places`
}

/** `uri#start-end`, as `show` takes it. */
export function labelOf({ uri, ref }: Decision): string {
  return `${uri}#${rangeOf(ref)}`
}

function rangeOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('#') + 1)
}

function isInOrder(decisions: readonly Decision[]): boolean {
  return decisions.every(({ score }, index) => index === 0 || score <= (decisions[index - 1]?.score ?? score))
}
