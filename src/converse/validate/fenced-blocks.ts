import { closesFence, fenceOf } from '../../pack/lines.ts'

/** A block of code between the fences of a Markdown text. */
export interface FencedBlock {
  /** What stands behind the opening fence, in lower case: the language, mostly. */
  readonly language: string
  readonly code: string
  /** False where the text ends within the block. */
  readonly isClosed: boolean
}

/** The fenced blocks of a text, in order. Linear. */
export function fencedBlocks(text: string): readonly FencedBlock[] {
  if (!text.includes('```') && !text.includes('~~~')) return []
  const blocks: FencedBlock[] = []
  let open: { readonly fence: string; readonly language: string; readonly lines: string[] } | undefined
  for (const line of text.split(/\r\n?|\n/)) {
    if (open === undefined) {
      const fence = fenceOf(line)
      const language = fence === undefined ? '' : line.slice(line.indexOf(fence) + fence.length)
      // A fence of backticks has none behind it: that is a code span.
      if (fence !== undefined && !(fence.startsWith('`') && language.includes('`'))) {
        open = { fence, language: language.trim().toLowerCase(), lines: [] }
      }
    } else if (closesFence(line, open.fence)) {
      blocks.push({ language: open.language, code: open.lines.join('\n'), isClosed: true })
      open = undefined
    } else open.lines.push(line)
  }
  if (open !== undefined) blocks.push({ language: open.language, code: open.lines.join('\n'), isClosed: false })
  return blocks
}
