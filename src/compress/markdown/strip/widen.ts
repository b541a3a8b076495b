import type { MarkdownNode } from '../../../ports/markdown-parser.ts'
import type { Removal } from '../removal.ts'
import { isProse, type MarkdownText, markersStart } from '../structure.ts'

/** Takes the markers of a list item or quote along with a text that goes as a whole. */
export function widen({ text, nodes }: MarkdownText, removals: readonly Removal[]): readonly Removal[] {
  let next = 0
  return removals.map((removal) => {
    if (removal.replacement !== undefined) return removal
    while (next < nodes.length && nodes[next]!.end <= removal.start) next++
    const node = nodes[next]
    const isWhole = node !== undefined && removal.start <= node.textStart && removal.end >= node.textEnd
    return isWhole && goesWithMarkers(node)
      ? { ...removal, start: Math.min(removal.start, markersStart(text, node)) }
      : removal
  })
}

function goesWithMarkers(node: MarkdownNode): boolean {
  return isProse(node) && (node.kind !== 'list' || node.isWholeItem)
}
