import type { SlimLimits } from '../limits.ts'
import type { LossyForm } from '../lossy-form.ts'
import { cutLine } from './cut-line.ts'
import { foldLines } from './fold-lines.ts'
import { cutWindow } from './window.ts'

/**
 * A log, or any other long text, by its head, its tail and what matters between them.
 * @param lines as `screenLines` gives them.
 */
export function slimText(lines: readonly string[], limits: SlimLimits): LossyForm {
  const { lines: kept, omitted } = cutWindow(foldLines(lines), limits)
  return { text: kept.map((line) => cutLine(line, limits.lineLength)).join('\n'), omitted }
}
