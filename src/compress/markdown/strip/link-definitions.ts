import type { MarkdownNode } from '../../../ports/markdown-parser.ts'
import type { MarkdownText } from '../structure.ts'

/** One link definition: `[label]: url`. */
export interface LinkDefinition {
  readonly node: MarkdownNode
  readonly url: string
}

const DEFINITION = /^\[((?:[^[\]\\]|\\.){1,999})\]:\s*<?([^\s<>]+)/
const MENTION = /\[((?:[^[\]\\]|\\.){1,999})\]/g

/** The first definition of each label, as it counts in Markdown. */
export function definitionsOf({ text, nodes }: MarkdownText): ReadonlyMap<string, LinkDefinition> {
  const definitions = new Map<string, LinkDefinition>()
  for (const node of nodes) {
    if (node.kind !== 'definition') continue
    const [, label = '', url = ''] = DEFINITION.exec(text.slice(node.textStart, node.textEnd)) ?? []
    const key = labelKey(label)
    if (key !== '' && !definitions.has(key)) definitions.set(key, { node, url })
  }
  return definitions
}

/** Labels are equal without regard to case and the amount of white space. */
export function labelKey(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase()
}

/** Every label that a text may refer to; too many rather than too few. */
export function* mentionedLabels(text: string): Generator<string> {
  for (const [, label = ''] of text.matchAll(MENTION)) yield labelKey(label)
}
