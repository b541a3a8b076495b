import type { TextRange } from '../../domain/text/sentences.ts'
import type { MarkdownNode } from '../../ports/markdown-parser.ts'
import { isBlank, type Removal } from './removal.ts'

/** Why prose without a model's summary is shorter than it was. */
const EXTRACTED = 'left out'

/** What of the ranges is not kept, neighbours with nothing but white space between them joined. Both lists are in order; linear. */
export function gapsOf(text: string, ranges: readonly TextRange[], kept: readonly TextRange[]): readonly Removal[] {
  const gaps: Removal[] = []
  let next = 0
  for (const range of ranges) {
    let at = range.start
    while (next < kept.length && kept[next]!.start < range.end) {
      addGap(text, at, kept[next]!.start, gaps)
      at = kept[next]!.end
      next++
    }
    addGap(text, at, range.end, gaps)
  }
  return gaps
}

function addGap(text: string, start: number, end: number, gaps: Removal[]): void {
  if (start >= end) return
  const last = gaps.at(-1)
  if (last !== undefined && isBlank(text, last.end, start)) gaps[gaps.length - 1] = { ...last, end }
  else gaps.push({ start, end, kind: 'summarized', reason: EXTRACTED })
}

/**
 * Parts a removal that begins within a list item and goes on behind the list, where code or a formula follows: with nothing between, it could be read as text of the item. Both lists are in order; linear.
 */
export function partAtListEnds(nodes: readonly MarkdownNode[], removals: readonly Removal[]): readonly Removal[] {
  let next = 0
  return removals.flatMap((removal) => {
    while (next < nodes.length && nodes[next]!.end <= removal.start) next++
    const node = nodes[next]
    const isPrinted = removal.replacement !== undefined || removal.continuation !== undefined
    if (isPrinted || node?.kind !== 'list' || removal.start <= node.start) return [removal]
    let listEnd = node.textEnd
    let behind = next
    for (; behind < nodes.length && nodes[behind]!.start < removal.end; behind++) {
      const { kind, textEnd } = nodes[behind]!
      if (kind === 'list') listEnd = textEnd
      else if (kind !== 'blank') break
    }
    const start = nodes[behind]?.start ?? removal.end
    if (start >= removal.end || !isCodeNext(nodes, behind, removal.end)) return [removal]
    return [
      { ...removal, end: listEnd },
      { ...removal, start },
    ]
  })
}

/** Whether the first thing from an offset on, at the node `from` or behind it, is code or a formula. */
function isCodeNext(nodes: readonly MarkdownNode[], from: number, offset: number): boolean {
  let index = from
  while (index < nodes.length && (nodes[index]!.start < offset || nodes[index]!.kind === 'blank')) index++
  const kind = nodes[index]?.kind
  return kind === 'code' || kind === 'math'
}
