import { findMarkers } from '../../marker.ts'
import type { Removal } from '../removal.ts'
import type { MarkdownText } from '../structure.ts'
import { strippable, stripped } from './rule.ts'

const OPENING = '<!--'
const CLOSING = '-->'

/** HTML comments outside code, but for markers, whoever wrote them. What is never closed stays. */
export function findComments(document: MarkdownText): readonly Removal[] {
  const found: Removal[] = []
  if (!document.text.includes(OPENING)) return found
  for (const { node, text } of strippable(document, (own) => own.includes(OPENING))) {
    let at = text.indexOf(OPENING)
    while (at >= 0) {
      const close = text.indexOf(CLOSING, at + 2)
      if (close < 0) break
      const end = close + CLOSING.length
      if (findMarkers(text.slice(at, end)).length === 0) {
        found.push(stripped('comment', node.textStart + at, node.textStart + end))
      }
      at = text.indexOf(OPENING, end)
    }
  }
  return found
}
