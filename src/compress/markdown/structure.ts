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
 * Phase STRUCTURE. Markers, ours or not, are read as words of the prose that they stand in, and not as the HTML blocks that Markdown would make of their lines; a
 * paragraph of nothing else is a comment. Linear.
 */
export function readStructure(text: string, parser: MarkdownParser): MarkdownText {
  const markers = findMarkers(text)
  if (markers.length === 0) return { text, nodes: parser.parse(text) }
  let masked = ''
  let at = 0
  for (const { index, text: marker } of markers) {
    masked += text.slice(at, index) + 'x'.repeat(marker.length)
    at = index + marker.length
  }
  const nodes = parser.parse(masked + text.slice(at))
  return {
    text,
    nodes: nodes.map((node) => (isProse(node) && holdsOnlyMarkers(text, node) ? { ...node, kind: 'comment' } : node)),
  }
}

function holdsOnlyMarkers(text: string, { textStart, textEnd }: MarkdownNode): boolean {
  const own = text.slice(textStart, textEnd)
  const markers = findMarkers(own)
  if (markers.length === 0) return false
  return own.replaceAll(/<!-- pg:src=[0-9a-f]+#\d+-\d+ -->/g, '').trim() === ''
}
