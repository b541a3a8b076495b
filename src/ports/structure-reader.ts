/** What a block is to the splitter. Atoms (`list`, `table`, `code`, `data`, `front-matter`) are cut only at items, rows or lines. */
export type BlockKind = 'heading' | 'paragraph' | 'list' | 'table' | 'code' | 'data' | 'front-matter'

/** Offsets in the text at which a block may be cut, ascending. */
export type Cuts = readonly number[]

/**
 * A stretch of the text, in UTF-16 units, end exclusive; white space at its ends does not count. Blocks are in order and do not overlap; what lies
 * between them is white space or markup.
 */
export interface Block {
  readonly kind: BlockKind
  readonly start: number
  readonly end: number
  /** Headings: level from 1, and the plain text. */
  readonly level?: number
  readonly heading?: string
  /**
   * Where an oversize block is cut, best first: a later level is used only for a piece that an earlier one leaves too large (the items of a list, then
   * what is nested in them). Every offset lies inside the block. After the last level come sentences, words and code points.
   */
  readonly cuts?: readonly Cuts[]
  /**
   * Printed around a piece of a cut atom so that it reads on its own: a table's header rows, a fence's opening and closing line. The opening ends with a
   * line break and the closing starts with one.
   */
  readonly opening?: string
  readonly closing?: string
  /** Whether the text itself lacks the closing (a fence that is never closed), so that the last piece needs it, too. */
  readonly unclosed?: boolean
  /** Whether something that belongs in no unit (a script, a navigation bar's worth of tags) lies before this block, so that it joins nothing above it. */
  readonly apart?: boolean
}

export interface Structure {
  /** The document's own title, if the text states one. */
  readonly title?: string
  readonly blocks: readonly Block[]
}

/** Finds the structure of a text of one kind, in time linear in its length. Never throws on malformed text: what it cannot parse becomes paragraphs or lines. */
export interface StructureReader {
  /** Lower case, without parameters. */
  readonly mediaTypes: readonly string[]
  read(text: string): Structure
}
