import type { SlimLimits } from './limits.ts'
import type { LossyForm } from './lossy-form.ts'
import { isNeverSampled } from './never-sampled.ts'
import { slimTable } from './rows/slim-table.ts'
import { findTableShape } from './rows/table-shape.ts'
import { screenLines } from './text/screen-lines.ts'
import { slimText } from './text/slim-text.ts'

export interface LossyCandidate extends LossyForm {
  readonly route: 'table-rows' | 'log'
}

/**
 * The shorter form of an output that is no JSON: a table by its rows, other text as a log. Whether it is worth anything is not asked here.
 * @returns undefined for what is never sampled: diffs, patches, source code. Linear.
 */
export function lossyCandidate(output: string, limits: SlimLimits): LossyCandidate | undefined {
  const lines = screenLines(output)
  if (isNeverSampled(output, lines)) return undefined
  const shape = findTableShape(lines)
  if (shape !== undefined) return { route: 'table-rows', ...slimTable(lines, shape, limits) }
  return { route: 'log', ...slimText(lines, limits) }
}
