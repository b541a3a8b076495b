import type { AddReport, Failure, IndexStatus } from '../../index.ts'
import { formatBytes, formatCount, formatDuration, formatNumber } from './format.ts'
import type { Terminal } from './terminal.ts'

const LISTED_SKIPS = 10

/** What indexing did, on one line. */
export function renderAddReport(report: AddReport, elapsedMs: number): string {
  const { documentsAdded, documentsReplaced, documentsUnchanged, documentsRemoved } = report
  const rate = elapsedMs > 0 ? `, ${formatBytes((report.bytesRead / elapsedMs) * 1000)}/s` : ''
  return (
    `documents: ${formatNumber(documentsAdded)} added, ${formatNumber(documentsReplaced)} replaced, ` +
    `${formatNumber(documentsUnchanged)} unchanged, ${formatNumber(documentsRemoved)} removed\n` +
    `units: ${formatNumber(report.hyperedgesAdded)} added; ` +
    `${formatBytes(report.bytesRead)} read in ${formatDuration(elapsedMs)}${rate}\n`
  )
}

/** Lists what was left out on purpose, in part, and what failed, in full. */
export function noteFailures(report: AddReport, terminal: Terminal): void {
  for (const skip of report.skipped.slice(0, LISTED_SKIPS)) terminal.note(`skipped ${describeFailure(skip)}`)
  const unlisted = report.skipped.length - LISTED_SKIPS
  if (unlisted > 0) terminal.note(`… and ${formatNumber(unlisted)} more skipped (--json lists all)`)
  for (const failure of report.failed) {
    terminal.complain(`${terminal.styleNote('red', 'failed')} ${describeFailure(failure)}`)
  }
}

function describeFailure({ uri, line, reason }: Failure): string {
  return `${uri}${line === undefined ? '' : `:${line}`}: ${reason}`
}

function describeGraphs({ vectorIndex, generation }: IndexStatus): string {
  const [saved] = vectorIndex.savedGenerations
  if (saved === undefined) return 'all are scanned (no graph is saved)'
  return saved === generation ? 'a graph is saved' : `a graph of generation ${formatNumber(saved)} is saved`
}

/** The state of an index as a short list. */
export function renderStatus(status: IndexStatus): string {
  const costs = status.tokenizers.map(
    ({ identity, hyperedges, tokens }) =>
      `${identity} (${formatCount(hyperedges, 'unit')}, ${formatCount(tokens, 'token')})`,
  )
  const rows: readonly (readonly [string, string])[] = [
    ['index', `${status.path}${status.readOnly ? ' (opened to read only)' : ''}`],
    ['size', `${formatBytes(status.sizeBytes)}, of which originals ${formatBytes(status.originalBytes)}`],
    ['archive', formatCount(status.archivedOriginals, 'original')],
    ['documents', `${formatNumber(status.documents)} (${status.collections.join(', ') || 'no collection'})`],
    ['units', formatNumber(status.hyperedges)],
    ['entities', `${formatNumber(status.entities)} in ${formatCount(status.incidences, 'mention')}`],
    ['token costs', costs.join(', ') || 'none'],
    ['embedder', status.identity?.embedder.identity ?? `${status.embedder} (nothing stored yet)`],
    ['vectors', describeGraphs(status)],
    ['generation', `${formatNumber(status.generation)}, schema ${status.schemaVersion}`],
  ]
  return rows.map(([name, value]) => `${`${name}:`.padEnd(13)}${value}\n`).join('')
}
