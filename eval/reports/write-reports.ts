import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PackgraphError } from 'packgraph'
import type { CompressionEvaluation } from '../conversations/compression-report.ts'
import type { ExtractionReport } from '../extraction/extraction-report.ts'
import type { M6Report } from '../m6/m6-report.ts'
import type { PackReport } from '../packing/pack-report.ts'
import type { RetrievalReport } from '../retrieval/retrieval-report.ts'
import type { SessionsReport } from '../sessions/session-report.ts'
import { compressionMarkdown } from './compression-markdown.ts'
import { extractionMarkdown } from './extraction-markdown.ts'
import { type Results, reportPage } from './html/page.ts'
import { m6Markdown } from './m6-markdown.ts'
import { packMarkdown, retrievalMarkdown } from './markdown.ts'
import { sessionsMarkdown } from './sessions-markdown.ts'

type Report = RetrievalReport | PackReport | M6Report | ExtractionReport | SessionsReport | CompressionEvaluation

/** Raised whenever a saved result of an earlier version could not be drawn any more. */
const FORMAT = 2

/**
 * Writes a result into a folder: `<kind>.json` with everything down to the single question, `<kind>.md` with the summary, and `report.html`, which shows this
 * result together with those of the other kinds, when they were made from the same data.
 * @returns the paths written.
 * @throws PackgraphError `INPUT` when the folder cannot be written to.
 */
export async function writeReports(folder: string, report: Report): Promise<readonly string[]> {
  const results: Results = { ...(await savedResults(folder, report.fingerprint)), [report.kind]: report }
  const files: readonly (readonly [string, string])[] = [
    [`${report.kind}.json`, `${JSON.stringify({ format: FORMAT, ...report }, null, 1)}\n`],
    [`${report.kind}.md`, markdownOf(report)],
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

function markdownOf(report: Report): string {
  if (report.kind === 'retrieval') return retrievalMarkdown(report)
  if (report.kind === 'extraction') return extractionMarkdown(report)
  if (report.kind === 'sessions') return sessionsMarkdown(report)
  if (report.kind === 'compression') return compressionMarkdown(report)
  return report.kind === 'pack' ? packMarkdown(report) : m6Markdown(report)
}

async function savedResults(folder: string, fingerprint: string): Promise<Results> {
  const [retrieval, pack, m6, extraction, sessions, compression] = await Promise.all([
    savedResult<RetrievalReport>(folder, 'retrieval', fingerprint),
    savedResult<PackReport>(folder, 'pack', fingerprint),
    savedResult<M6Report>(folder, 'm6', fingerprint),
    savedResult<ExtractionReport>(folder, 'extraction', fingerprint),
    savedResult<SessionsReport>(folder, 'sessions', fingerprint),
    savedResult<CompressionEvaluation>(folder, 'compression', fingerprint),
  ])
  return {
    ...(retrieval && { retrieval }),
    ...(pack && { pack }),
    ...(m6 && { m6 }),
    ...(extraction && { extraction }),
    ...(sessions && { sessions }),
    ...(compression && { compression }),
  }
}

/** Undefined where there is none, or one of other data or another version: it is replaced in time and never shown beside what it does not belong to. */
async function savedResult<Kind extends Report>(
  folder: string,
  kind: Kind['kind'],
  fingerprint: string,
): Promise<Kind | undefined> {
  try {
    const saved = JSON.parse(await readFile(join(folder, `${kind}.json`), 'utf8'))
    return saved.format === FORMAT && saved.fingerprint === fingerprint ? saved : undefined
  } catch {
    return undefined
  }
}
