import type { Structure, StructureReader } from '../../ports/structure-reader.ts'

interface CodeLine {
  readonly start: number
  /** Columns of white space before the first character; a tab counts as four. */
  readonly indent: number
  readonly blank: boolean
  /** Nothing but closing brackets or an `end`, with what may follow them. */
  readonly closes: boolean
}

const CLOSING_LINE = /^[\])}]+[;,]?$|^end\b[;.]?$|^fi$|^done$|^esac$/
/** A line that goes on with the block before it although it stands at the margin. */
const CONTINUATION =
  /^(?:[\])}]|else\b|elif\b|elsif\b|except\b|catch\b|finally\b|rescue\b|ensure\b|end\b|fi\b|done\b|esac\b|then\b|do\b)/
/** Indentation up to which a line counts as a member of what encloses it. */
const MEMBER_INDENT = 4

/**
 * Reads source code of any language as one block. It is cut before top-level declarations (a line at the margin after a blank line or a closing bracket,
 * with the comments and attributes right above it), then between members, then at blank lines, then at lines. Linear.
 */
export const sourceCodeReader: StructureReader = {
  mediaTypes: ['text/x-source', 'text/css', 'text/javascript', 'application/javascript', 'application/xml', 'text/xml'],
  read: readSource,
}

function readSource(text: string): Structure {
  const declarations: number[] = []
  const members: number[] = []
  const paragraphs: number[] = []
  let previous: { readonly blank: boolean; readonly closes: boolean; readonly indent: number } | undefined
  for (const line of linesOf(text)) {
    if (previous !== undefined && !line.blank && !continues(text, line)) {
      const afterBlock = previous.closes && previous.indent === line.indent
      if (line.indent === 0 && (previous.blank || afterBlock)) declarations.push(line.start)
      if (line.indent <= MEMBER_INDENT && (previous.blank || afterBlock)) members.push(line.start)
      if (previous.blank) paragraphs.push(line.start)
    }
    previous = line
  }
  return { blocks: [{ kind: 'code', start: 0, end: text.length, cuts: [declarations, members, paragraphs] }] }
}

function* linesOf(text: string): Generator<CodeLine> {
  let start = 0
  while (start < text.length) {
    const lineFeed = text.indexOf('\n', start)
    const end = lineFeed < 0 ? text.length : lineFeed
    yield { start, ...shapeOf(text, start, end) }
    start = end + 1
  }
}

function shapeOf(text: string, start: number, end: number): Omit<CodeLine, 'start'> {
  let indent = 0
  let first = start
  for (; first < end; first++) {
    const character = text[first]
    if (character === '\t') indent += 4
    else if (character === ' ') indent += 1
    else if (character !== '\r') break
  }
  const blank = first === end
  const closes = end - first < 12 && CLOSING_LINE.test(text.slice(first, end).trimEnd())
  return { indent, blank, closes }
}

function continues(text: string, line: CodeLine): boolean {
  const first = line.start + text.slice(line.start, line.start + 400).search(/\S/)
  return CONTINUATION.test(text.slice(first, first + 12))
}
