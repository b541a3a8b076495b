import type { MarkdownNode, MarkdownParser } from '../../ports/markdown-parser.ts'
import { findMarkers } from '../marker.ts'

/** A text with its structure: nodes in order that cover it. Offsets are UTF-16 units throughout. */
export interface MarkdownText {
  readonly text: string
  readonly nodes: readonly MarkdownNode[]
}

/** What may be shortened sentence by sentence. Everything else is kept as it is, or stripped whole. */
export function isProse({ kind }: MarkdownNode): boolean {
  return kind === 'paragraph' || kind === 'list' || kind === 'quote'
}

/**
 * Phase STRUCTURE. A line that begins with a marker, ours or not, is an HTML block to Markdown; here it is the prose that it was before the marker was put there.
 * Linear.
 */
export function readStructure(text: string, parser: MarkdownParser): MarkdownText {
  const nodes = parser.parse(text)
  const markers = findMarkers(text)
  if (markers.length === 0) return { text, nodes }
  const starts = new Set(markers.map(({ index }) => index))
  return {
    text,
    nodes: nodes.map((node) =>
      node.kind === 'html' && starts.has(node.textStart) ? { ...node, kind: 'paragraph' } : node,
    ),
  }
}

/** Where the markers of a list item or quote start. What takes their place stands as deep as they did, or what follows would be read as indented code. */
export function markersStart(text: string, { start, textStart }: MarkdownNode): number {
  let at = start
  while (at < textStart && (text[at] === ' ' || text[at] === '\t')) at++
  return at
}
