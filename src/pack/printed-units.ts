import { byPosition, type DocumentGroup } from './layout.ts'
import type { Mark } from './mark.ts'
import { isContinuedBy, type Placement } from './placement.ts'
import { renderUnits } from './render.ts'

/** A unit as a pack prints it: under the label of its document, with all the text that it takes there. */
export interface PrintedUnit {
  readonly placement: Placement
  /** The number in the label. */
  readonly number: number
  readonly text: string
  /** Whether the next unit carries on its table or fence, so that a text must not end between them. */
  readonly isOpen: boolean
}

/** What is known of a printed unit before it is rendered. */
export type NumberedPlacement = Pick<PrintedUnit, 'placement' | 'number'>

/** Renders units in the order given, those of one number under one label. */
export function printUnits(units: readonly NumberedPlacement[], mark: Mark): readonly PrintedUnit[] {
  const printed: PrintedUnit[] = []
  for (let start = 0; start < units.length; ) {
    const { number } = units[start]!
    let end = start
    while (units[end]?.number === number) end++
    const group = units.slice(start, end).map(({ placement }) => placement)
    const texts = renderUnits(group, mark, number)
    for (const [index, placement] of group.entries()) {
      const next = group[index + 1]
      const isOpen = next !== undefined && isContinuedBy(placement.candidate, next.candidate)
      printed.push({ placement, number, text: texts[index]!, isOpen })
    }
    start = end
  }
  return printed
}

/** The units of a section with the numbers of their labels. */
export function numberGroups(groups: readonly DocumentGroup[], firstNumber: number): readonly NumberedPlacement[] {
  return groups.flatMap((group, index) => group.map((placement) => ({ placement, number: firstNumber + index })))
}

/**
 * How many of the first units have labels as a pack numbers them: from `firstNumber` on, one number for a document, whose units follow each other as they stand in it. A
 * label shared by two documents would print the one under the name of the other.
 */
export function numberedLength(units: readonly NumberedPlacement[], firstNumber: number): number {
  const wrong = units.findIndex((unit, index) => {
    const previous = units[index - 1]
    if (!previous) return unit.number !== firstNumber
    return unit.number === previous.number ? !follows(unit, previous) : unit.number !== previous.number + 1
  })
  return wrong === -1 ? units.length : wrong
}

function follows({ placement }: NumberedPlacement, previous: NumberedPlacement): boolean {
  const isOfSameDocument =
    placement.candidate.hyperedge.documentId === previous.placement.candidate.hyperedge.documentId
  return isOfSameDocument && byPosition(previous.placement, placement) < 0
}

/** The text of units that follow each other. */
export function textOf(units: readonly PrintedUnit[]): string {
  return units.map(({ text }) => text).join('')
}
