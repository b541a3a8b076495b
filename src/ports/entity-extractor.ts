import type { Incidence, Unit } from '../domain/hyperedge.ts'

/** Finds what a unit is about and what it mentions. Pure: depends on the unit and its document's title alone. */
export interface EntityExtractor {
  /** Name and revision; a change means that stored incidences are of another kind. */
  readonly identity: string
  /** @returns incidences with distinct entities, in order of first occurrence (owned names first). */
  extract(unit: Pick<Unit, 'text' | 'headingPath' | 'ordinal'>, documentTitle: string): readonly Incidence[]
}
