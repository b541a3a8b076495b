import createMarkdownIt, { type MarkdownIt, type StateBlock, type Token } from 'markdown-it'
import type { Block, Structure, StructureReader } from '../../../ports/structure-reader.ts'
import { atomBlock } from './atom-blocks.ts'
import { findFrontMatter } from './front-matter.ts'
import { withLineFeeds } from './line-feeds.ts'
import { plainHeading } from './plain-heading.ts'
import type { SourceLines } from './source-lines.ts'

/** Quotes in quotes are taken apart down to this depth; what is deeper is one block. */
const MAX_QUOTE_DEPTH = 4

/**
 * Reads Markdown (CommonMark with tables and front matter) by markdown-it's block rules alone: its tokens carry line numbers, and inline markup, which
 * takes most of the time, does not matter for units. Link definitions are read as paragraphs. Headings in quotes and lists bound no section, but a quoted one joins nothing above it. Linear.
 */
export function createMarkdownReader(): StructureReader {
  const markdown = createMarkdownIt({ html: true }).disable('reference')
  return {
    mediaTypes: ['text/markdown', 'text/x-markdown'],
    read: (text) => readMarkdown(text, markdown),
  }
}

function readMarkdown(text: string, markdown: MarkdownIt): Structure {
  const source = withLineFeeds(text)
  const frontMatter = findFrontMatter(source)
  const start = frontMatter?.end ?? 0
  const tokens: Token[] = []
  const state = new markdown.block.State(source.slice(start), markdown, {}, tokens)
  markdown.block.tokenize(state, 0, state.lineMax)

  const blocks = collectBlocks(tokens, 0, tokens.length, linesOf(text, start, state))
  if (frontMatter === undefined) return { blocks }
  const first: Block = { kind: 'front-matter', start: 0, end: frontMatter.end }
  return { blocks: [first, ...blocks], ...(frontMatter.title === undefined ? {} : { title: frontMatter.title }) }
}

function linesOf(text: string, start: number, state: StateBlock): SourceLines {
  return {
    text,
    startOf: (line) => start + (state.bMarks[line] ?? state.src.length),
    endOf: (line) => start + (state.eMarks[line] ?? state.src.length),
  }
}

/** The blocks among `tokens[from, to)`, which are the whole text or the inside of quotes. */
function collectBlocks(
  tokens: readonly Token[],
  from: number,
  to: number,
  lines: SourceLines,
  quoteDepth = 0,
): Block[] {
  const blocks: Block[] = []
  for (let index = from; index < to; index++) {
    const token = tokens[index]
    if (token?.map == null || token.type === 'hr') continue
    const end = token.nesting === 1 ? closingIndex(tokens, index) : index
    if (token.type === 'blockquote_open' && quoteDepth < MAX_QUOTE_DEPTH) {
      blocks.push(...collectBlocks(tokens, index + 1, end, lines, quoteDepth + 1))
    } else {
      blocks.push(blockOf(tokens.slice(index, end + 1), lines, quoteDepth > 0))
    }
    index = end
  }
  return blocks
}

function closingIndex(tokens: readonly Token[], open: number): number {
  const level = tokens[open]?.level
  let index = open + 1
  while (index < tokens.length && tokens[index]?.level !== level) index++
  return index
}

/** @param tokens one block's own: what opens it, what is in it, what closes it. */
function blockOf(tokens: readonly Token[], lines: SourceLines, quoted: boolean): Block {
  const [token, inline] = tokens
  const [firstLine, endLine] = token?.map ?? [0, 0]
  const range = { start: lines.startOf(firstLine), end: lines.endOf(endLine - 1) }
  if (token?.type === 'heading_open') {
    if (quoted) return { kind: 'paragraph', ...range, apart: true }
    return {
      kind: 'heading',
      ...range,
      level: Number(token.tag.slice(1)),
      heading: plainHeading(inline?.content ?? ''),
    }
  }
  return atomBlock(tokens, range, lines) ?? { kind: 'paragraph', ...range }
}
