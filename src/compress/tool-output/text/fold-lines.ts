import { formatLineRange, type LineRange } from '../line-range.ts'
import { lineTemplate } from './line-template.ts'

/** Lines that are shown together: one line as it is, or many for which a note stands. */
export interface LogEntry extends LineRange {
  /** What is printed. */
  readonly text: string
  /** The form of the line, or of each of the lines; blank for blank lines. */
  readonly template: string
  /** Whether a note stands for the lines. */
  readonly hidden: boolean
}

/** Shorter runs are shown as they are: the note costs about as much. */
const LEAST_RUN = 5
const LEAST_TRACE = 3
/** How frames of stack traces begin as the common runtimes print them: Java and JavaScript, Python, Ruby, Rust, Go. */
const FRAME =
  /^\s*(?:at \S|File "[^"]*", line \d|from \S+:\d+:in |\d+:\s+(?:0x[0-9a-f]+\s+-\s+)?\S+::|\S+\.go:\d|\.\.\. \d+ more$)/

/**
 * Folds what repeats: of a run of lines of one form the first and the last stay, and a stack trace that was shown before becomes a note that says where.
 * Order and line numbers are those of the original. Linear.
 */
export function foldLines(lines: readonly string[]): readonly LogEntry[] {
  const templates = lines.map(lineTemplate)
  const single = (index: number): LogEntry => ({
    first: index + 1,
    last: index + 1,
    text: lines[index] ?? '',
    template: templates[index] ?? '',
    hidden: false,
  })
  const entries: LogEntry[] = []
  const traces = new Map<string, LineRange>()
  for (let start = 0; start < lines.length; ) {
    const traceEnd = endOfTrace(lines, start)
    const end = traceEnd ?? endOfRun(templates, start)
    const range = { first: start + 1, last: end }
    const key = traceEnd === undefined ? undefined : templates.slice(start, end).join('\n')
    const earlier = key === undefined ? undefined : traces.get(key)
    if (earlier !== undefined) entries.push(repeatedTrace(range, earlier))
    else if (key === undefined && end - start >= LEAST_RUN) {
      entries.push(
        single(start),
        foldedRun({ first: start + 2, last: end - 1 }, templates[start] ?? ''),
        single(end - 1),
      )
    } else for (let index = start; index < end; index++) entries.push(single(index))
    if (key !== undefined && earlier === undefined) traces.set(key, range)
    start = end
  }
  return entries
}

/** The end of the frames that begin at `start`; undefined where there are too few. */
function endOfTrace(lines: readonly string[], start: number): number | undefined {
  let end = start
  while (end < lines.length && FRAME.test(lines[end] ?? '')) end++
  return end - start >= LEAST_TRACE ? end : undefined
}

/** The end of the lines from `start` on that have one form. Blank lines make no run: they cost next to nothing, and part what belongs apart. */
function endOfRun(templates: readonly string[], start: number): number {
  const template = templates[start] ?? ''
  let end = start + 1
  while (template.trim() !== '' && templates[end] === template) end++
  return end
}

function repeatedTrace(range: LineRange, earlier: LineRange): LogEntry {
  const text = `[${formatLineRange(range)}: the stack trace of ${formatLineRange(earlier)} again]`
  return { ...range, text, template: 'stack trace', hidden: true }
}

function foldedRun(range: LineRange, template: string): LogEntry {
  const text = `[${formatLineRange(range)}: ${range.last - range.first + 1} more of this form]`
  return { ...range, text, template, hidden: true }
}
