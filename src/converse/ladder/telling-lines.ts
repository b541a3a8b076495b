import { cutLine } from '../../compress/tool-output/text/cut-line.ts'
import { screenLines } from '../../compress/tool-output/text/screen-lines.ts'
import { severityOf } from '../../compress/tool-output/text/severity.ts'
import { factKey, factWordsOf, isFact } from './fact-words.ts'

/** Some lines of a tool's text. */
export interface TellingLines {
  readonly text: string
  readonly omittedLines: number
}

const LINE_LENGTH = 240
/** Lines at both ends that stay whatever they say: what it is, and how it ended. */
const EDGE_LINES = 2
const MOST_LINES = 40
/** Stands where lines are left out. */
const GAP = '…'
/** More facts in a line do not make it worth more: it is a line of data. */
const MOST_FACTS = 3
const SEVERITY_WORTH = 4
/** How definitions begin in the common languages, and headings. */
const OUTLINE =
  /^\s*(?:\d+[:\t→]\s*)?(?:(?:export|pub|public|private|static|async|abstract|default)\s+)*(?:class|def|defp|defmodule|fn|func|function|interface|type|struct|enum|trait|impl|module|describe|test|it)\b|^#{1,6} /

/**
 * The lines of a text that say what failed, name what the conversation speaks of, or are the outline of what they stand in; and both ends. Lines are as a terminal shows them; overlong
 * ones lose their middle. Linear, but for sorting.
 */
export function tellingLines(text: string, isMentioned: (factKey: string) => boolean): TellingLines {
  const lines = screenLines(text)
  const worth = lines.map((line, index) =>
    index < EDGE_LINES || index >= lines.length - EDGE_LINES ? Number.POSITIVE_INFINITY : worthOf(line, isMentioned),
  )
  const chosen = worth
    .map((value, index) => ({ value, index }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value || a.index - b.index)
    .slice(0, MOST_LINES)
  const kept = new Set(chosen.map(({ index }) => index))
  const shown: string[] = []
  lines.forEach((line, index) => {
    if (kept.has(index)) shown.push(cutLine(line, LINE_LENGTH))
    else if (shown.at(-1) !== GAP) shown.push(GAP)
  })
  return { text: shown.join('\n'), omittedLines: lines.length - kept.size }
}

function worthOf(line: string, isMentioned: (factKey: string) => boolean): number {
  if (line.trim() === '') return 0
  const facts = new Set(factWordsOf(line).filter(isFact).map(factKey).filter(isMentioned))
  return SEVERITY_WORTH * severityOf(line) + Math.min(MOST_FACTS, facts.size) + Number(OUTLINE.test(line))
}
