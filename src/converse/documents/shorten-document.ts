import { extractSentences, sentenceValues } from '../../compress/prose/extract-sentences.ts'
import { isNeverSampled } from '../../compress/tool-output/never-sampled.ts'
import type { TextRange } from '../../domain/text/sentences.ts'
import { chooseMark, gapOf } from '../../pack/mark.ts'
import type { MarkdownNode, MarkdownParser } from '../../ports/markdown-parser.ts'
import { holdsKeyword, readText } from '../score/read-text.ts'

export interface ShortenInput {
  readonly text: string
  readonly query: string
  /** What has to stay word for word. */
  readonly keywords: readonly string[]
  readonly budgetTokens: number
  /** Tokens of a text, estimated. */
  readonly weigh: (text: string) => number
  readonly parser: MarkdownParser
}

const PROSE: ReadonlySet<MarkdownNode['kind']> = new Set(['paragraph', 'list', 'quote'])
/** JSON, commands, and lines that end as statements do: Markdown takes them for paragraphs. */
const NO_PROSE = /^\s*[{[][\s\S]*[}\]]\s*$|^[ \t]*(?:\$|#|>>>|PS>) \S|[;{}]\s*$/m
/** Outweighs whatever else a sentence is worth. */
const KEYWORD_VALUE = 1_000

/** Whether a document is all code, data or listing, of which no part can be left out. */
function isIndivisible(text: string): boolean {
  return /^\s*[{[][\s\S]*[}\]]\s*$/.test(text) || isNeverSampled(text, text.split('\n'))
}

/**
 * Keeps what of a document has most to do with the query: sentences of prose, and code, tables, JSON and commands whole or not at all; a heading goes with what follows it.
 * What holds a keyword comes first. `[…]` stands for each gap. The wording and its order stay. Where the budget is too small the least is kept, and what holds the keywords may be over it. Deterministic; linear but for sorts.
 *
 * @returns the shorter text, or the same text where nothing can be left out of it.
 */
export function shortenDocument(input: ShortenInput): string {
  const { text, query, keywords, budgetTokens, weigh, parser } = input
  if (isIndivisible(text)) return text
  const { paragraphs, wholes } = divide(text, parser.parse(text))
  const gap = gapOf(chooseMark([text]))
  const { kept } = extractSentences({
    text,
    paragraphs,
    wholes,
    budgetTokens,
    gapTokens: weigh(gap),
    query,
    weigh,
    valuesOf: (sentences) => {
      const values = sentenceValues(
        sentences,
        sentences.map((sentence) => weigh(sentence.text)),
        query,
      )
      const left = new Set(keywords)
      return sentences.map((sentence, index) => {
        const read = left.size === 0 ? undefined : readText(sentence.text)
        const held = read === undefined ? [] : [...left].filter((keyword) => holdsKeyword(read, keyword))
        for (const keyword of held) left.delete(keyword)
        return values[index]! + held.length * KEYWORD_VALUE
      })
    },
  })
  return joinKept(text, kept, gap)
}

/** Prose, and what is not: a heading belongs to the node behind it. */
function divide(
  text: string,
  nodes: readonly MarkdownNode[],
): { readonly paragraphs: readonly TextRange[]; readonly wholes: readonly TextRange[] } {
  const paragraphs: TextRange[] = []
  const wholes: TextRange[] = []
  let heading: number | undefined
  for (const { kind, start, textEnd } of nodes) {
    if (kind === 'blank' || textEnd <= start) continue
    const range = { start: heading ?? start, end: textEnd }
    if (kind === 'heading') heading ??= start
    else {
      const isProse = PROSE.has(kind) && !NO_PROSE.test(text.slice(start, textEnd))
      if (isProse) paragraphs.push(range)
      else wholes.push(range)
      heading = undefined
    }
  }
  if (heading !== undefined) wholes.push({ start: heading, end: text.trimEnd().length })
  return { paragraphs, wholes }
}

/** What is kept, as it stands; a gap within a paragraph is marked in its line, another on a line of its own. */
function joinKept(text: string, kept: readonly TextRange[], gap: string): string {
  let joined = ''
  let at = 0
  for (const { start, end } of [...kept, { start: text.length, end: text.length }]) {
    const between = text.slice(at, start)
    const isGap = between.trim() !== ''
    const space = /\n/.test(text.slice(at - 1, start)) ? '\n' : ' '
    if (isGap) joined = `${joined.trimEnd()}${joined === '' ? '' : space}${gap}${start === text.length ? '' : space}`
    joined += (isGap ? '' : between) + text.slice(start, end)
    at = end
  }
  return joined
}
