import type { MarkdownNode } from '../../../ports/markdown-parser.ts'
import type { Removal } from '../removal.ts'
import type { MarkdownText } from '../structure.ts'
import { type Anchors, anchorsOf } from './anchors.ts'
import { stripped } from './rule.ts'

const MIN_ENTRIES = 3
/** The rest may have been renamed since. */
const MIN_RESOLVED_SHARE = 0.8
/** An entry is a link to a place in the document, and nothing more. */
const ENTRY = /^\[.{1,300}\]\(#([^\s()]{1,300}(?:\([^\s()]{0,300}\)[^\s()]{0,300})?)\)$/

/** Lists of nothing but links to places in the document, at least 80 % of which are there. */
export function findContents(document: MarkdownText): readonly Removal[] {
  const found: Removal[] = []
  if (!document.text.includes('](#')) return found
  let anchors: Anchors | undefined
  for (const run of listRuns(document.nodes)) {
    const targets = run.map((node) => ENTRY.exec(document.text.slice(node.textStart, node.textEnd))?.[1])
    if (targets.length < MIN_ENTRIES || targets.includes(undefined)) continue
    anchors ??= anchorsOf(document)
    const resolved = targets.filter((target) => anchors?.has(target ?? ''))
    if (resolved.length < targets.length * MIN_RESOLVED_SHARE) continue
    found.push(stripped('contents', run[0]!.start, run.at(-1)!.textEnd))
  }
  return found
}

/** List items that follow one another, with blank lines between them at most. */
function listRuns(nodes: readonly MarkdownNode[]): readonly (readonly MarkdownNode[])[] {
  const runs: MarkdownNode[][] = [[]]
  for (const node of nodes) {
    if (node.kind === 'list') runs.at(-1)!.push(node)
    else if (node.kind !== 'blank' && runs.at(-1)!.length > 0) runs.push([])
  }
  return runs
}
