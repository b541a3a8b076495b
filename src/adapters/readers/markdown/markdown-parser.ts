import createMarkdownIt, { type MarkdownIt, type Token } from 'markdown-it'
import type { MarkdownNode, MarkdownParser } from '../../../ports/markdown-parser.ts'
import { findFrontMatter } from './front-matter.ts'
import { leavesOf } from './leaves.ts'
import { withLineFeeds } from './line-feeds.ts'
import { addMathBlocks } from './math-block.ts'
import { nodesOfLines } from './nodes-of-lines.ts'

const BYTE_ORDER_MARK = '\uFEFF'
const BARE_MARK: MarkdownNode = { kind: 'blank', start: 0, end: 1, textStart: 1, textEnd: 1, isWholeItem: false }

/**
 * Reads Markdown (CommonMark with tables, front matter and displayed formulas) by markdown-it's block rules alone. What lies deeper than its limit of 100 nested
 * blocks belongs to the block around it.
 */
export function createMarkdownParser(): MarkdownParser {
  const markdown = createMarkdownIt({ html: true })
  // Where links lead does not matter here, and checking it takes longer than all else.
  markdown.normalizeLink = (url) => url
  markdown.validateLink = () => true
  addMathBlocks(markdown)
  return {
    parse: (text) => {
      if (!text.startsWith(BYTE_ORDER_MARK)) return parseMarkdown(text, markdown)
      const [first, ...others] = parseMarkdown(text.slice(1), markdown).map(shifted)
      return first === undefined ? [BARE_MARK] : [{ ...first, start: 0 }, ...others]
    },
  }
}

/** By the length of the byte order mark. */
function shifted({ start, end, textStart, textEnd, ...node }: MarkdownNode): MarkdownNode {
  return { ...node, start: start + 1, end: end + 1, textStart: textStart + 1, textEnd: textEnd + 1 }
}

function parseMarkdown(text: string, markdown: MarkdownIt): readonly MarkdownNode[] {
  const source = withLineFeeds(text)
  const bodyStart = bodyStartOf(source)
  const tokens: Token[] = []
  const state = new markdown.block.State(source.slice(bodyStart), markdown, {}, tokens)
  markdown.block.tokenize(state, 0, state.lineMax)
  const body = nodesOfLines(source, bodyStart, leavesOf(tokens))
  if (bodyStart === 0) return body
  const frontMatter: MarkdownNode = {
    kind: 'front-matter',
    start: 0,
    end: bodyStart,
    textStart: 0,
    textEnd: source.slice(0, bodyStart).trimEnd().length,
    isWholeItem: false,
  }
  return [frontMatter, ...body]
}

/** After the front matter and its line break. */
function bodyStartOf(source: string): number {
  const end = findFrontMatter(source)?.end
  if (end === undefined) return 0
  return source[end] === '\n' ? end + 1 : end
}
