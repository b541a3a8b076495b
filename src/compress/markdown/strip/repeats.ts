import type { Removal } from '../removal.ts'
import { isProse, type MarkdownText } from '../structure.ts'
import { isRawHtml, strippedNode } from './rule.ts'

/** Shorter blocks never pay for a marker, alone or with their neighbours. */
const MIN_LENGTH = 12

/** Blocks of prose and HTML that say letter for letter what an earlier block says, repeated footers included. Never code (`<pre>` included), tables or headings. */
export function findRepeats({ text, nodes }: MarkdownText): readonly Removal[] {
  const found: Removal[] = []
  const seen = new Set<string>()
  for (const node of nodes) {
    if (node.textEnd - node.textStart < MIN_LENGTH || !(isProse(node) || node.kind === 'html')) continue
    const own = text.slice(node.textStart, node.textEnd)
    if (node.kind === 'html' && isRawHtml(own)) continue
    if (seen.has(own)) found.push(strippedNode('repeated', node))
    else seen.add(own)
  }
  return found
}
