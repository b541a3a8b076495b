import type { Removal } from '../removal.ts'
import type { MarkdownText } from '../structure.ts'
import { definitionsOf, mentionedLabels } from './link-definitions.ts'
import { stripped } from './rule.ts'

/** Link definitions that removed text refers to and nothing that is left does. */
export function findOrphans(document: MarkdownText, removals: readonly Removal[]): readonly Removal[] {
  const { text, nodes } = document
  const removed = removals
    .filter(({ replacement }) => replacement === undefined)
    .map(({ start, end }) => text.slice(start, end))
  const orphaned = new Set(removed.flatMap((own) => [...mentionedLabels(own)]))
  const definitions = [...definitionsOf(document)].filter(([label]) => orphaned.has(label))
  if (definitions.length === 0) return []
  const used = new Set<string>()
  let next = 0
  for (const node of nodes) {
    if (node.kind === 'definition') continue
    let at = node.start
    while ((removals[next]?.end ?? Infinity) <= node.start) next++
    for (let index = next; (removals[index]?.start ?? Infinity) < node.end; index++) {
      const { start, end } = removals[index]!
      for (const label of mentionedLabels(text.slice(at, Math.max(at, start)))) used.add(label)
      at = Math.max(at, end)
    }
    for (const label of mentionedLabels(text.slice(at, Math.max(at, node.end)))) used.add(label)
  }
  return definitions.flatMap(([label, { node }]) =>
    used.has(label) ? [] : [stripped('definition', node.textStart, node.textEnd)],
  )
}
