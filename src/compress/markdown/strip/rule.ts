import type { MarkdownNode } from '../../../ports/markdown-parser.ts'
import { coverCode } from '../../code-spans.ts'
import type { Removal, StripReason } from '../removal.ts'
import { isProse, type MarkdownText } from '../structure.ts'

/** What a rule looks at: a node, and its text with code spans blotted out (`coverCode`). */
export interface StrippableNode {
  readonly node: MarkdownNode
  readonly index: number
  /** From `node.textStart` to `node.textEnd`, so that offsets in it are off by `textStart`. */
  readonly text: string
}

/** Finds what might be stripped. Proposals may overlap and need not pay; each lies inside the text of the nodes that it names. */
export type StripRule = (document: MarkdownText) => readonly Removal[]

/** HTML whose content is literal: code, as a rule. */
const RAW_HTML = /^<(?:script|style|pre|textarea)\b/i

export function isRawHtml(text: string): boolean {
  return RAW_HTML.test(text)
}

/** Prose and HTML blocks whose text passes a quick test; never code, tables, headings, formulas or front matter. */
export function* strippable(
  { text, nodes }: MarkdownText,
  mayHold: (text: string) => boolean,
): Generator<StrippableNode> {
  for (const [index, node] of nodes.entries()) {
    const isHtml = node.kind === 'html' || node.kind === 'comment'
    if (!isHtml && !isProse(node)) continue
    const own = text.slice(node.textStart, node.textEnd)
    if (!mayHold(own) || (isHtml && isRawHtml(own))) continue
    yield { node, index, text: isHtml ? own : coverCode(own) }
  }
}

export function stripped(reason: StripReason, start: number, end: number): Removal {
  return { kind: 'stripped', reason, start, end }
}

/** All of a node's own text. */
export function strippedNode(reason: StripReason, { textStart, textEnd }: MarkdownNode): Removal {
  return stripped(reason, textStart, textEnd)
}
