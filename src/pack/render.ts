import { documentHeader, sectionHeader } from './header.ts'
import type { DocumentGroup } from './layout.ts'
import { gapOf, type Mark } from './mark.ts'
import { isContinuedBy, type Placement, pathKey } from './placement.ts'

/** Stands between blocks and ends each section. A tokenizer's pieces do not reach across it into a label. */
export const BLANK_LINE = '\n\n'

/**
 * Renders one section: for each document a header line, then its units. A change of heading gets a short header of its own; units that do not touch
 * have a gap between them; pieces of one table or fence that touch are joined. Ends with a blank line; empty without groups.
 */
export function renderSection(groups: readonly DocumentGroup[], mark: Mark, firstNumber: number): string {
  let text = ''
  for (const [index, group] of groups.entries()) text += renderUnits(group, mark, firstNumber + index).join('')
  return text
}

/** What each unit of a document puts into the text, in order: the header lines that it brings along, its own text, and what ends it. */
export function renderUnits(group: DocumentGroup, mark: Mark, number: number): readonly string[] {
  return group.map((placement, index) => {
    const previous = group[index - 1]
    const next = group[index + 1]
    const joinsPrevious = previous !== undefined && isContinuedBy(previous.candidate, placement.candidate)
    const joinsNext = next !== undefined && isContinuedBy(placement.candidate, next.candidate)
    const start = joinsPrevious
      ? placement.body.text
      : leadOf(placement, previous, mark, number) + openedBody(placement)
    return start + (joinsNext ? lineBreakAfter(placement.body.text) : closingOf(placement) + BLANK_LINE)
  })
}

function leadOf(placement: Placement, previous: Placement | undefined, mark: Mark, number: number): string {
  const { document, hyperedge } = placement.candidate
  if (!previous) return `${documentHeader(mark, number, document, hyperedge.headingPath)}\n`
  if (pathKey(previous.candidate) !== pathKey(placement.candidate))
    return `${sectionHeader(mark, number, document, hyperedge.headingPath)}\n`
  const touches = hyperedge.ordinal <= previous.candidate.hyperedge.ordinal + 1
  return touches || previous.body.text.endsWith(gapOf(mark)) ? '' : gapOf(mark) + BLANK_LINE
}

/** What a unit is likely to add to a pack: the header lines it would need, its own text, and a blank line. */
export function renderBlock(placement: Placement, lead: string, continuesPlaced: boolean): string {
  if (continuesPlaced) return placement.body.text + lineBreakAfter(placement.body.text)
  return lead + openedBody(placement) + closingOf(placement) + BLANK_LINE
}

function openedBody(placement: Placement): string {
  const { opening } = placement.candidate.hyperedge
  return opening === '' ? placement.body.text : opening + lineBreakAfter(opening) + placement.body.text
}

function closingOf(placement: Placement): string {
  const { closing } = placement.candidate.hyperedge
  return closing === '' || closing.startsWith('\n') ? closing : lineBreakAfter(placement.body.text) + closing
}

function lineBreakAfter(text: string): string {
  return text.endsWith('\n') ? '' : '\n'
}
