import type { Database } from 'better-sqlite3'
import { PackgraphError } from '../../domain/errors.ts'
import { type Fault, type FaultPlace, faultAt } from '../../domain/fault.ts'
import { translateError } from './errors.ts'
import { ROW_CHECKS, type RowCheck } from './row-checks.ts'
import { savedArraysProblems } from './saved-arrays.ts'

const PAGE_ROWS = 500
/** SQLite stops its own check after so many findings: a damaged page gives thousands, and the first ones tell the place. */
const MOST_FILE_FAULTS = 100

interface FoundRow extends Pick<FaultPlace, 'collection' | 'uri' | 'hyperedgeId' | 'ordinal' | 'row'> {
  readonly detail?: string | number | null
}

/**
 * What is wrong with the rows of an index, by itself: the medium, references, orphans, values, counters. Reads every page of the file: about a second for
 * each GB, during which SQLite's own check holds the thread.
 */
export function* findFaults(database: Database, path: string): Generator<readonly Fault[], void> {
  try {
    const ofFile = fileFaults(database)
    if (ofFile.length > 0) yield ofFile
    const ofMeta = metaFaults(database)
    if (ofMeta.length > 0) yield ofMeta
    for (const check of ROW_CHECKS) yield* rowFaults(database, check)
    const ofArrays = savedArraysFaults(database)
    if (ofArrays.length > 0) yield ofArrays
  } catch (error) {
    const translated = translateError(error, path)
    if (!(translated instanceof PackgraphError) || translated.code !== 'INDEX_INVALID') throw translated
    yield [{ kind: 'file', message: `the rows cannot all be read: ${translated.message}` }]
  }
}

function fileFaults(database: Database): readonly Fault[] {
  const rows = database.pragma(`integrity_check(${MOST_FILE_FAULTS})`) as readonly { integrity_check: string }[]
  const findings = rows.map((row) => row.integrity_check).filter((finding) => finding !== 'ok')
  return findings.map((finding) => ({ kind: 'file', message: `SQLite: ${finding}` }))
}

function metaFaults(database: Database): readonly Fault[] {
  const value = database.prepare<[string], string>('SELECT value FROM meta WHERE key = ?').pluck()
  const documents = database.prepare<[], number>('SELECT count(*) FROM documents').pluck().get() ?? 0
  const greatestId = database.prepare<[], number | null>('SELECT max(id) FROM hyperedges').pluck().get() ?? 0
  const faults: Fault[] = []
  const check = (key: string, isSound: (text: string | undefined) => boolean, demand: string): void => {
    const text = value.get(key)
    if (isSound(text)) return
    faults.push(faultAt('meta', { table: 'meta', row: key }, `it must be ${demand}, and is ${JSON.stringify(text)}`))
  }
  const isCount = (text: string | undefined): boolean => /^\d{1,15}$/.test(text ?? '0')
  check('generation', isCount, 'a whole number')
  check(
    'last-hyperedge-id',
    (text) => isCount(text) && Number(text ?? 0) >= greatestId,
    `at least ${greatestId}, the greatest id in use`,
  )
  if (documents > 0) {
    check('embedder', (text) => text !== undefined && text !== '', 'the name of the embedder')
    check('embedder-dimensions', (text) => /^[1-9]\d{0,8}$/.test(text ?? ''), 'a positive whole number')
    check('extractor', (text) => text !== undefined && text !== '', 'the name of the extractor')
  }
  return faults
}

function* rowFaults(database: Database, check: RowCheck): Generator<readonly Fault[]> {
  let page: Fault[] = []
  for (const found of database.prepare<[], FoundRow>(check.sql).iterate()) {
    page.push(toFault(found, check))
    if (page.length < PAGE_ROWS) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

function savedArraysFaults(database: Database): readonly Fault[] {
  return savedArraysProblems(database).map(({ problem, ...row }) =>
    faultAt('snapshot', { table: 'saved_arrays', ...row }, problem),
  )
}

function toFault({ detail, ...found }: FoundRow, { kind, table, problem }: RowCheck): Fault {
  const known = Object.entries({ table, ...found }).filter(([, value]) => value !== null && value !== undefined)
  return faultAt(
    kind,
    Object.fromEntries(known),
    problem.replace('%', () => String(detail)),
  )
}
