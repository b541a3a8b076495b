import { parseArgs } from 'node:util'
import { CATALOGUE, type CatalogueEntry } from './catalogue.ts'

export interface BenchOptions {
  readonly selected: readonly CatalogueEntry[]
  readonly quick: boolean
  /** Print the results as JSON in place of the table. */
  readonly json: boolean
  /** Put the table into docs/benchmarks.md as well. */
  readonly document: boolean
  readonly help: boolean
}

export const USAGE: string = `npm run bench -- [--only NAME,NAME] [--quick] [--json] [--document]

  --only      run these alone: ${CATALOGUE.map(({ name }) => name).join(', ')}
  --quick     small sizes and few repeats: to see that it works, never to quote
  --json      print the results as JSON in place of the table
  --document  put the table into docs/benchmarks.md as well

Results are kept in bench/results; what a run does not measure stays as it was.`

/** @throws Error for an unknown option or name. */
export function parseOptions(argv: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      document: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const { only, quick, json, document, help } = values
  if (quick && document) throw new Error('a quick run is not for quoting: leave --quick or --document out')
  return { selected: only === undefined ? CATALOGUE : only.split(',').map(entryOf), quick, json, document, help }
}

function entryOf(name: string): CatalogueEntry {
  const entry = CATALOGUE.find((candidate) => candidate.name === name)
  if (!entry)
    throw new Error(`no benchmark is called ${name}: there are ${CATALOGUE.map((known) => known.name).join(', ')}`)
  return entry
}
