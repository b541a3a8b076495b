import type { M6Report, WeightError } from './m6-report.ts'

/** The weights whose errors are told class by class: the default of an index. */
export const DEFAULT_WEIGHTS = 'heuristic@1'

/** One content class, against each family of tokenizers. */
export interface ClassRow {
  /** `all` or a content class. */
  readonly name: string
  readonly units: number
  /** Family to the errors of `heuristic@1` against its counts. */
  readonly families: Readonly<Record<string, WeightError>>
}

/** The errors of `heuristic@1` by content class and tokenizer family: all units first, then the classes, the worst first. */
export function classTable({ generations }: M6Report): readonly ClassRow[] {
  const families = Object.entries(generations).map(([family, { weightErrors }]) => {
    const { byClass, ...all } = weightErrors[DEFAULT_WEIGHTS]!
    return [family, { all, ...byClass } as Readonly<Record<string, WeightError>>] as const
  })
  const rows = Object.keys(families[0]?.[1] ?? {}).map((name) => ({
    name,
    units: families[0]![1][name]!.units,
    families: Object.fromEntries(families.map(([family, classes]) => [family, classes[name]!])),
  }))
  const worst = ({ families }: ClassRow) => Math.max(...Object.values(families).map(({ meanAbsolute }) => meanAbsolute))
  const [all, ...classes] = rows
  return all ? [all, ...classes.sort((a, b) => worst(b) - worst(a))] : []
}
