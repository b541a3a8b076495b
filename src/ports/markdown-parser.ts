/**
 * What a stretch of Markdown is. `list` and `quote` are the text of an item or a quote; what else is nested in one (code, a table, a heading) is a node of
 * its own kind. `html` and `comment` are HTML blocks, `comment` those that hold nothing but comments. `definition` is one link definition.
 */
export type MarkdownNodeKind =
  | 'blank'
  | 'code'
  | 'comment'
  | 'definition'
  | 'front-matter'
  | 'heading'
  | 'html'
  | 'list'
  | 'math'
  | 'paragraph'
  | 'quote'
  | 'rule'
  | 'table'

/** A stretch of whole lines, markers of quotes and lists and the last line break included. Offsets are UTF-16 units, end exclusive. */
export interface MarkdownNode {
  readonly kind: MarkdownNodeKind
  readonly start: number
  readonly end: number
  /** Where its own text starts, after indentation and the markers of quotes and lists. */
  readonly textStart: number
  /** Where its own text ends: before trailing white space and the last line break. */
  readonly textEnd: number
  /** Whether nothing else stands in the innermost list item around it, so that the item's marker means nothing without this text. */
  readonly isWholeItem: boolean
}

/**
 * Reads a Markdown text as a flat list of nodes that are in order, do not overlap and cover the text from its first unit to its last, whatever the line
 * endings, a byte order mark included. Never throws; linear.
 */
export interface MarkdownParser {
  parse(text: string): readonly MarkdownNode[]
}
