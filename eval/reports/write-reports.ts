import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PackgraphError } from 'packgraph'
import type { PackReport } from '../packing/pack-report.ts'
import type { RetrievalReport } from '../retrieval/retrieval-report.ts'
import { type Results, reportPage } from './html/page.ts'
import { packMarkdown, retrievalMarkdown } from './markdown.ts'

/** Raised whenever a saved result of an earlier version could not be drawn any more. */
const FORMAT = 1

/**
 * Writes a result into a folder: `<kind>.json` with everything down to the single question, `<kind>.md` with the summary, and `report.html`, which shows this
 * result together with the one of the other kind, when that was made from the same data.
 * @returns the paths written.
 * @throws PackgraphError `INPUT` when the folder cannot be written to.
 */
export async function writeReports(folder: string, report: RetrievalReport | PackReport): Promise<readonly string[]> {
  const results: Results = { ...(await savedResults(folder, report.fingerprint)), [report.kind]: report }
  const files: readonly (readonly [string, string])[] = [
    [`${report.kind}.json`, `${JSON.stringify({ format: FORMAT, ...report }, null, 1)}\n`],
    [`${report.kind}.md`, report.kind === 'retrieval' ? retrievalMarkdown(report) : packMarkdown(report)],
    ['report.html', reportPage(results)],
  ]
  try {
    await mkdir(folder, { recursive: true })
    for (const [name, text] of files) await writeFile(join(folder, name), text)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new PackgraphError('INPUT', `the results cannot be written to ${folder}: ${reason}`, {
      facts: { folder },
      hint: 'Name another folder with --out.',
      cause,
    })
  }
  return files.map(([name]) => join(folder, name))
}

async function savedResults(folder: string, fingerprint: string): Promise<Results> {
  const [retrieval, pack] = await Promise.all([
    savedResult<RetrievalReport>(folder, 'retrieval', fingerprint),
    savedResult<PackReport>(folder, 'pack', fingerprint),
  ])
  return { ...(retrieval && { retrieval }), ...(pack && { pack }) }
}

/** Undefined where there is none, or one of other data or another version: it is replaced in time and never shown beside what it does not belong to. */
async function savedResult<Report extends RetrievalReport | PackReport>(
  folder: string,
  kind: Report['kind'],
  fingerprint: string,
): Promise<Report | undefined> {
  try {
    const saved = JSON.parse(await readFile(join(folder, `${kind}.json`), 'utf8'))
    return saved.format === FORMAT && saved.fingerprint === fingerprint ? saved : undefined
  } catch {
    return undefined
  }
}
