import { findMarkers } from '../../marker.ts'
import type { Removal } from '../removal.ts'
import { isProse, type MarkdownText } from '../structure.ts'
import { strippable, stripped } from './rule.ts'

const OPENING = '<!--'
const CLOSING = '-->'

/** Backslashes in front of something, an odd number of which takes its meaning away in prose. */
const BACKSLASHES = /\\+$/
/** More backslashes in a row than this are no prose. */
const MAX_BACKSLASHES = 20

/** HTML comments outside code, but for markers, whoever wrote them. What is escaped or never closed stays. */
export function findComments(document: MarkdownText): readonly Removal[] {
  const found: Removal[] = []
  if (!document.text.includes(OPENING)) return found
  for (const { node, text } of strippable(document, (own) => own.includes(OPENING))) {
    let at = text.indexOf(OPENING)
    while (at >= 0) {
      if (isProse(node) && isEscaped(text, at)) {
        at = text.indexOf(OPENING, at + OPENING.length)
        continue
      }
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

function isEscaped(text: string, at: number): boolean {
  const backslashes = BACKSLASHES.exec(text.slice(Math.max(0, at - MAX_BACKSLASHES), at))?.[0].length ?? 0
  return backslashes % 2 === 1
}
