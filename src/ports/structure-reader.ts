/** What a block is to the splitter. Atoms (`list`, `table`, `code`, `data`, `front-matter`) are cut only at items, rows or lines. */
export type BlockKind = 'heading' | 'paragraph' | 'list' | 'table' | 'code' | 'data' | 'front-matter'

/** A stretch of the text, in UTF-16 units, end exclusive. Blocks are in order and do not overlap; what lies between them is white space or markup. */
export interface Block {
  readonly kind: BlockKind
  readonly start: number
  readonly end: number
  /** Headings: level from 1, and the plain text. */
  readonly level?: number
  readonly heading?: string
  /** Offsets in the text where an oversize atom may be cut (starts of items, rows or top-level lines), ascending, within the block. */
  readonly cuts?: readonly number[]
  /** What is printed before and after a piece of a cut atom: a table's header rows, a fence's opening and closing line. */
  readonly opening?: string
  readonly closing?: string
}

export interface Structure {
  /** The document's own title, if the text states one. */
  readonly title?: string
  readonly blocks: readonly Block[]
}

/** Finds the structure of a text of one kind. Never throws on malformed text: what it cannot parse becomes paragraphs. */
export interface StructureReader {
  readonly mediaTypes: readonly string[]
  read(text: string): Structure
}
