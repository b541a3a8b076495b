import type { MarkdownNode } from '../../../ports/markdown-parser.ts'
import type { Removal } from '../removal.ts'
import { isProse, type MarkdownText } from '../structure.ts'
import { stripped } from './rule.ts'

/** What tools write around the lists of contributors that they keep up to date. */
const REGIONS = [
  ['<!-- ALL-CONTRIBUTORS-LIST:START', '<!-- ALL-CONTRIBUTORS-LIST:END -->'],
  ['<!-- readme: contributors -start -->', '<!-- readme: contributors -end -->'],
  ['<!-- readme: collaborators,contributors -start -->', '<!-- readme: collaborators,contributors -end -->'],
  ['<!-- CONTRIBUTORS:START', '<!-- CONTRIBUTORS:END -->'],
] as const

/** Generated lists of contributors, by the markers around them. One that holds a Markdown table, code or a heading stays, because those are never touched. */
export function findContributors(document: MarkdownText): readonly Removal[] {
  return REGIONS.flatMap(([opening, closing]) => findRegions(document, opening, closing))
}

function findRegions({ text, nodes }: MarkdownText, opening: string, closing: string): readonly Removal[] {
  const found: Removal[] = []
  let first = 0
  for (let start = text.indexOf(opening); start >= 0; ) {
    const close = text.indexOf(closing, start)
    if (close < 0) break
    const end = close + closing.length
    while (nodes[first]!.end <= start) first++
    let last = first
    while (nodes[last]!.end < end) last++
    const inside = nodes.slice(first, last + 1)
    if (!isProse(inside[0]!) && inside.every(isMarkup)) found.push(stripped('contributors', start, end))
    first = last
    start = text.indexOf(opening, end)
  }
  return found
}

function isMarkup(node: MarkdownNode): boolean {
  return node.kind === 'html' || node.kind === 'comment' || node.kind === 'blank' || isProse(node)
}
