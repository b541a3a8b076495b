import type { UnitKind } from '../domain/hyperedge.ts'
import { isCrumb } from './balance.ts'
import type { Measure } from './cut-block.ts'
import type { Part } from './parts.ts'

/** Neighbouring parts that become one unit. Grows at its end while parts are placed. */
interface Group {
  readonly parts: Part[]
  tokens: number
  /** Set when a list or code rules the group and prose only introduces or ends it. */
  readonly ruledBy?: UnitKind
}

/**
 * Joins neighbouring parts of one section: paragraphs, with short lists and short code among them, up to the target; what is too small to stand alone a
 * little beyond it. A short paragraph that introduces a list or code, or is left over after one, goes with it. Tables and data stay alone. Linear.
 */
export function joinParts(parts: readonly Part[], measure: Measure): Part[] {
  const groups: Group[] = []
  for (const part of parts) {
    const group = part.apart ? undefined : groups.at(-1)
    if (group === undefined) groups.push(groupOf(part))
    else place(group, part, groups, measure)
  }
  return joinLeftovers(groups, measure).map(asPart)
}

/** Puts a part into the last group, or into a new one after it, perhaps with the paragraph that introduces it. */
function place(group: Group, part: Part, groups: Group[], measure: Measure): void {
  const { targetTokens } = measure.limits
  const tokens = joinedTokens(group, part, measure)
  const hasCrumb = isCrumb(group.tokens, measure.limits) || isCrumb(part.tokens, measure.limits)
  const limit = hasCrumb ? targetTokens * 1.5 : targetTokens
  // Whatever follows the first part of a group has been asked before it was let in.
  const joinable = group.parts.length > 1 || group.parts.every((first) => joins(first, measure))
  if (tokens <= limit && group.ruledBy === undefined && joinable && joins(part, measure)) {
    group.parts.push(part)
    group.tokens = tokens
    return
  }
  const introduction = introductionTo(part, group, measure)
  if (introduction === undefined) {
    groups.push(groupOf(part))
    return
  }
  group.parts.pop()
  group.tokens -= introduction.tokens
  if (group.parts.length === 0) groups.pop()
  groups.push(ruled([introduction, part], part.kind, measure))
}

/** Whether a part goes together with prose as part of one passage. */
function joins(part: Part, measure: Measure): boolean {
  if (part.kind === 'passage') return true
  return (part.kind === 'list' || part.kind === 'code') && part.whole && part.tokens <= measure.limits.targetTokens / 2
}

/** The last paragraph of a group, when it introduces a list or code: it is short and ends in a colon, or very short and all there is before it. */
function introductionTo(part: Part, group: Group, measure: Measure): Part | undefined {
  const last = group.parts.at(-1)
  if ((part.kind !== 'list' && part.kind !== 'code') || group.ruledBy !== undefined) return undefined
  if (last === undefined || last.kind !== 'passage' || !last.whole) return undefined
  const introduces =
    measure.text[last.end - 1] === ':'
      ? last.tokens <= measure.limits.targetTokens / 2
      : group.parts.length === 1 && isCrumb(last.tokens, measure.limits)
  return introduces && fits(last, part, measure) ? last : undefined
}

/** A crumb of prose that stands alone after a list or code joins it. */
function joinLeftovers(groups: readonly Group[], measure: Measure): Group[] {
  const joined: Group[] = []
  for (const group of groups) {
    const previous = joined.at(-1)
    const [only] = group.parts
    const before = previous?.parts.at(-1)
    const leftover =
      group.parts.length === 1 && only?.kind === 'passage' && !only.apart && isCrumb(only.tokens, measure.limits)
    const kind = previous?.ruledBy ?? (previous?.parts.length === 1 ? before?.kind : undefined)
    const first = previous?.parts[0]
    if (leftover && first !== undefined && (kind === 'list' || kind === 'code') && fits(first, only, measure)) {
      joined[joined.length - 1] = ruled([...(previous?.parts ?? []), only], kind, measure)
    } else joined.push(group)
  }
  return joined
}

function fits(first: Part, last: Part, measure: Measure): boolean {
  const text = `${first.opening}${measure.text.slice(first.start, last.end)}${last.closing}`
  return measure.estimateTokens(text) <= measure.limits.capTokens
}

function ruled(parts: Part[], kind: UnitKind, measure: Measure): Group {
  const tokens = measure.estimateTokens(measure.text.slice(parts[0]?.start, parts.at(-1)?.end))
  return { parts, tokens, ruledBy: kind }
}

function groupOf(part: Part): Group {
  return { parts: [part], tokens: part.tokens }
}

/** White space of this length between two parts is what any text has; hundreds of blank lines weigh something. */
const USUAL_GAP_LENGTH = 32
/** The weights of so few parts add up to about that of the whole; those of a hundred tiny ones are far below it. */
const FEW_PARTS = 16

/** Weight of a group with a part after it. What lies between is nothing to speak of in Markdown, tags in HTML. The text that is weighed whole is short. */
function joinedTokens(group: Group, part: Part, measure: Measure): number {
  const gap = measure.text.slice(group.parts.at(-1)?.end, part.start)
  const content = gap.trim()
  if (group.parts.length < FEW_PARTS && gap.length - content.length <= USUAL_GAP_LENGTH) {
    return group.tokens + measure.estimateTokens(content) + part.tokens
  }
  return measure.estimateTokens(measure.text.slice(group.parts[0]?.start, part.end))
}

function asPart(group: Group): Part {
  const [first, ...others] = group.parts
  if (first === undefined) throw new RangeError('a group has at least one part')
  const last = others.at(-1) ?? first
  const sameKind = others.every((part) => part.kind === first.kind)
  return {
    ...first,
    kind: group.ruledBy ?? (sameKind ? first.kind : 'passage'),
    end: last.end,
    tokens: group.tokens,
    closing: last.closing,
    whole: first.whole && others.length === 0,
  }
}
