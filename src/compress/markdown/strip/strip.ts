import type { Removal } from '../removal.ts'
import { shapeRemovals } from '../shape.ts'
import type { MarkdownText } from '../structure.ts'
import { findBadges } from './badges.ts'
import { findComments } from './comments.ts'
import { findContents } from './contents.ts'
import { findContributors } from './contributors.ts'
import { findLicences } from './licences.ts'
import { findNavigation } from './navigation.ts'
import { findOrphans } from './orphans.ts'
import { findRepeats } from './repeats.ts'
import type { StripRule } from './rule.ts'
import { findTracking } from './tracking.ts'

const RULES: readonly StripRule[] = [
  findBadges,
  findComments,
  findContents,
  findContributors,
  findLicences,
  findNavigation,
  findRepeats,
  findTracking,
]

/** What a removal costs and saves, in tokens. */
export interface StripCosts {
  readonly count: (text: string) => Promise<number>
  /** What the marker of a removal takes. */
  readonly markerTokens: number
  readonly markerBytes: number
}

/**
 * Phase STRIP. Boilerplate by rule, in order and without overlap; what touches is one removal with one marker, and each saves more than its marker costs. Nothing of
 * code, tables, headings, formulas and front matter. Deterministic; linear, and it counts only what it would remove.
 */
export async function strip(document: MarkdownText, costs: StripCosts): Promise<readonly Removal[]> {
  const proposed = RULES.flatMap((rule) => rule(document))
  if (proposed.length === 0) return []
  const removals = await thatPay(document, proposed, costs)
  const orphans = findOrphans(document, removals)
  return orphans.length === 0 ? removals : thatPay(document, [...removals, ...orphans], costs)
}

async function thatPay(
  document: MarkdownText,
  proposed: readonly Removal[],
  { count, markerTokens, markerBytes }: StripCosts,
): Promise<readonly Removal[]> {
  const paying: Removal[] = []
  for (const removal of shapeRemovals(document, proposed)) {
    const removedText = document.text.slice(removal.start, removal.end)
    const stays = removal.replacement ?? removal.continuation ?? ''
    const savedBytes = Buffer.byteLength(removedText) - Buffer.byteLength(stays)
    if (savedBytes <= markerBytes) continue
    const removed = await count(removedText)
    if (removed > (stays === '' ? 0 : await count(stays)) + markerTokens) paying.push(removal)
  }
  return paying
}
