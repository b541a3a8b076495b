import type { Removal } from '../removal.ts'
import type { MarkdownText } from '../structure.ts'
import { strippable, strippedNode } from './rule.ts'

/** Longer paragraphs say more than which licence it is. Sixty tokens of any language. */
const MAX_LENGTH = 360
const HINT = /licen[cs]|copyright|©|all rights reserved/i
const DEFINITION = /^\[[^[\]\n]+\]:/m
const NOTICES = [
  /^(?:copyright\s+)?(?:©|\(c\)|copyright\s+(?:\(c\)|©|\d{4}|waived))/i,
  /\bcopyright and related rights (?:are )?waived\b/i,
  /\ball rights (?:are )?reserved\b/i,
  /\b(?:licensed|released|distributed|available|published)\s+under\s+(?:the\s+)?(?:terms\s+of\s+the\s+)?[^.]{0,80}\blicen[cs]e/i,
  /^\[?(?:MIT|ISC|BSD|Apache|GPL|LGPL|AGPL|MPL|Unlicense|CC0)\b[^.]{0,60}(?:©|licen[cs]e\.?$|\(c\))/i,
  /\bSPDX-License-Identifier:/,
  /^see (?:the )?\[?licen[cs]e\b[^.]{0,80}(?:details|information|text)\b/i,
]

/** Short paragraphs that state a licence or who holds the copyright, unless what is meant as a link definition stands in the same paragraph. */
export function findLicences(document: MarkdownText): readonly Removal[] {
  if (!HINT.test(document.text)) return []
  const found: Removal[] = []
  for (const { node, text } of strippable(document, (own) => own.length <= MAX_LENGTH && HINT.test(own))) {
    if (node.kind !== 'paragraph' || DEFINITION.test(text)) continue
    if (NOTICES.some((notice) => notice.test(text))) found.push(strippedNode('licence', node))
  }
  return found
}
