import type { CompressionEvaluation } from '../../conversations/compression-report.ts'
import type { ExtractionReport } from '../../extraction/extraction-report.ts'
import type { M6Report } from '../../m6/m6-report.ts'
import type { PackReport } from '../../packing/pack-report.ts'
import type { RetrievalReport } from '../../retrieval/retrieval-report.ts'
import type { SessionsReport } from '../../sessions/session-report.ts'
import { formatWhole } from '../format.ts'
import { compressionSection } from './compression-section.ts'
import { extractionSection } from './extraction-section.ts'
import { m6Section } from './m6-section.ts'
import { html, trusted } from './markup.ts'
import { packSection } from './pack-section.ts'
import { retrievalSection } from './retrieval-section.ts'
import { sessionsSection } from './sessions-section.ts'
import { STYLE } from './style.ts'

/** The results of one dataset, as far as they exist. */
export interface Results {
  readonly retrieval?: RetrievalReport
  readonly pack?: PackReport
  readonly m6?: M6Report
  readonly extraction?: ExtractionReport
  readonly sessions?: SessionsReport
  readonly compression?: CompressionEvaluation
}

/**
 * One page that needs nothing but itself: no request, no script, plots as inline SVG, dark where the reader's system is dark.
 * All text of the dataset is escaped. Equal results give equal bytes.
 */
export function reportPage({ retrieval, pack, m6, extraction, sessions, compression }: Results): string {
  const first = retrieval ?? pack ?? m6 ?? extraction ?? sessions
  const { dataset = 'nothing', fingerprint = '' } = first ?? compression ?? {}
  const title = `Evaluation of ${dataset}`
  const size = compression
    ? `${formatWhole(compression.transcripts)} conversations with ${formatWhole(compression.calls)} calls`
    : `${formatWhole(first?.questions ?? 0)} questions over ${formatWhole(first?.documents ?? 0)} documents`
  return `<!doctype html>\n${
    html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${trusted(STYLE)}</style></head><body><main>
<h1>${title}</h1>
<p class="soft">${size}. Data <span class="mono">${fingerprint.slice(0, 12)}</span>.</p>
${retrieval && retrievalSection(retrieval)}
${pack && packSection(pack)}
${m6 && m6Section(m6)}
${extraction && extractionSection(extraction)}
${sessions && sessionsSection(sessions)}
${compression && compressionSection(compression)}
<footer>Made by <code>packgraph eval</code>. Intervals: bootstrap over questions or conversations, 4,000 resamples, fixed seed. docs/evaluation.md has the formulas.</footer>
</main></body></html>`.text
  }\n`
}
