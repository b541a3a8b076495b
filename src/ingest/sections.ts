import type { Block } from '../ports/structure-reader.ts'

/** Longer “headings” are paragraphs that happen to stand above a line of dashes; repeated above each unit they would drown it. */
const MAX_HEADING_LENGTH = 200

/** Blocks under the same headings, in order. */
export interface Section {
  /** Outermost first. */
  readonly headingPath: readonly string[]
  readonly blocks: readonly Block[]
}

interface OpenHeading {
  readonly block: Block
  readonly level: number
  /** Whether a block or a deeper heading has followed. */
  used: boolean
}

/**
 * Groups blocks by the headings above them. A heading is part of the path of what follows it; one that nothing follows (no block, no deeper heading) is
 * itself a block of the section around it, so that no heading is lost. No section is empty. Linear.
 */
export function sectionsOf(blocks: readonly Block[]): Section[] {
  const sections: (Section & { readonly blocks: Block[] })[] = []
  const open: OpenHeading[] = []
  // What may still grow: the section under the latest heading, or a run of headings that nothing follows.
  let growing = 'nothing' as 'section' | 'bare headings' | 'nothing'

  const add = (block: Block, kind: 'section' | 'bare headings'): void => {
    const headingPath = open.map((heading) => heading.block.heading ?? '').filter((text) => text !== '')
    const last = sections.at(-1)
    if (last !== undefined && growing === kind && samePath(last.headingPath, headingPath)) last.blocks.push(block)
    else sections.push({ headingPath, blocks: [block] })
    growing = kind
  }
  const closeDownTo = (level: number): void => {
    for (let heading = open.at(-1); heading !== undefined && heading.level >= level; heading = open.at(-1)) {
      open.pop()
      if (!heading.used) add({ kind: 'paragraph', start: heading.block.start, end: heading.block.end }, 'bare headings')
    }
  }

  for (const block of blocks) {
    const level = block.level ?? 1
    if (isHeading(block)) {
      closeDownTo(level)
      if (growing === 'section') growing = 'nothing'
    }
    const above = open.at(-1)
    if (above !== undefined) above.used = true
    if (isHeading(block)) open.push({ block, level, used: false })
    else add(block, 'section')
  }
  closeDownTo(0)
  return sections
}

function isHeading(block: Block): boolean {
  return block.kind === 'heading' && (block.heading ?? '').length <= MAX_HEADING_LENGTH
}

function samePath(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((heading, index) => heading === right[index])
}
