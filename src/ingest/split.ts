import type { Unit } from '../domain/hyperedge.ts'
import type { Block } from '../ports/structure-reader.ts'
import { UNIT_LIMITS, type UnitLimits } from './balance.ts'
import { type EstimateTokens, trimBlock } from './cut-block.ts'
import { joinParts } from './join-parts.ts'
import { partsOf } from './parts.ts'
import { sectionsOf } from './sections.ts'

/**
 * Splits a text into units of context along its blocks: about the target each, none above the cap, none across a heading, atoms cut only at their seams.
 * All text of all blocks is in exactly one unit; a heading is in the heading path of what follows it, or in a unit when nothing does. Deterministic;
 * near-linear, and every stretch of text is weighed a few times at most.
 * @returns units in order, `span` in UTF-16 units of the text.
 */
export function splitIntoUnits(
  text: string,
  blocks: readonly Block[],
  estimateTokens: EstimateTokens,
  limits: UnitLimits = UNIT_LIMITS,
): Unit[] {
  const measure = { text, estimateTokens, limits }
  const units: Unit[] = []
  for (const section of sectionsOf(blocks.flatMap((block) => trimmed(block, text)))) {
    const parts = section.blocks.flatMap((block) => partsOf(block, measure))
    for (const part of joinParts(parts, measure)) {
      units.push({
        kind: part.kind,
        ordinal: units.length,
        span: { start: part.start, end: part.end },
        text: text.slice(part.start, part.end),
        headingPath: section.headingPath,
        opening: part.opening,
        closing: part.closing,
      })
    }
  }
  return units
}

/** The block without white space at its ends (indentation aside); nothing when it is white space only. */
function trimmed(block: Block, text: string): Block[] {
  const { start, end } = trimBlock(text, block, block)
  return start === end ? [] : [{ ...block, start, end }]
}
