import type { TextRange } from '../../domain/text/sentences.ts'
import { proseSentences } from '../prose/sentences.ts'
import type { Removal } from './removal.ts'
import { isProse, type MarkdownText, markersStart } from './structure.ts'

/** The prose under one heading, cut where something was stripped out of it. */
export type Section = readonly TextRange[]

/**
 * The prose that SUMMARIZE may shorten, by section. A list item that holds nothing else begins with its marker, so that neighbouring items can go together.
 * Linear.
 */
export function sectionsOf({ text, nodes }: MarkdownText, stripped: readonly Removal[]): readonly Section[] {
  const sections: TextRange[][] = [[]]
  let next = 0
  for (const node of nodes) {
    if (node.kind === 'heading' && sections.at(-1)!.length > 0) sections.push([])
    if (!isProse(node)) continue
    let at = node.isWholeItem ? markersStart(text, node) : node.textStart
    while ((stripped[next]?.end ?? Number.POSITIVE_INFINITY) <= at) next++
    for (let index = next; (stripped[index]?.start ?? Number.POSITIVE_INFINITY) < node.textEnd; index++) {
      const { start, end, replacement } = stripped[index]!
      // What is only rewritten is shortened as it was.
      if (replacement !== undefined) continue
      addRange(text, at, Math.max(at, start), sections.at(-1)!)
      at = Math.max(at, end)
    }
    addRange(text, at, node.textEnd, sections.at(-1)!)
  }
  return sections.filter((section) => section.length > 0)
}

function addRange(text: string, start: number, end: number, section: TextRange[]): void {
  if (start < end && text.slice(start, end).trim() !== '') section.push({ start, end })
}

/** What is kept verbatim at both ends, and the sections without it. */
export interface Ends {
  readonly kept: readonly TextRange[]
  readonly sections: readonly Section[]
}

/**
 * The sentences that open the first paragraph and those that close the last one, as many as fit in `endTokens` each.
 */
export function setEndsApart(
  text: string,
  sections: readonly Section[],
  endTokens: number,
  weigh: (text: string) => number,
): Ends {
  const first = sections[0]?.[0]
  if (first === undefined) return { kept: [], sections }
  const headEnd = headEndOf(text, first, endTokens, weigh)
  const withoutHead = replaceRange(sections, first, { start: headEnd, end: first.end })
  const last = withoutHead.at(-1)?.at(-1)
  const kept = headEnd > first.start ? [{ start: first.start, end: headEnd }] : []
  if (last === undefined) return { kept, sections: withoutHead }
  const tailStart = tailStartOf(text, last, endTokens, weigh)
  if (tailStart < last.end) kept.push({ start: tailStart, end: last.end })
  return { kept, sections: replaceRange(withoutHead, last, { start: last.start, end: tailStart }) }
}

function headEndOf(text: string, range: TextRange, endTokens: number, weigh: (text: string) => number): number {
  let left = endTokens
  let end = range.start
  for (const sentence of proseSentences(text, [range])) {
    left -= weigh(sentence.text)
    if (left < 0) break
    end = sentence.end
  }
  return end
}

function tailStartOf(text: string, range: TextRange, endTokens: number, weigh: (text: string) => number): number {
  let left = endTokens
  let start = range.end
  for (const sentence of proseSentences(text, [range]).toReversed()) {
    left -= weigh(sentence.text)
    if (left < 0) break
    start = sentence.start
  }
  return start
}

function replaceRange(sections: readonly Section[], range: TextRange, by: TextRange): readonly Section[] {
  return sections
    .map((section) => section.flatMap((own) => (own !== range ? [own] : by.start < by.end ? [by] : [])))
    .filter((section) => section.length > 0)
}
