import type { Removal } from '../removal.ts'
import type { MarkdownText } from '../structure.ts'
import { strippable, strippedNode } from './rule.ts'

const MAX_LENGTH = 2000
const MIN_LINKS = 3
const LINK = /(?:\[([^[\]]{1,100})\](?:\([^()\s]{1,500}\)|\[[^[\]]{1,100}\])|<a\b[^<>]{0,300}>([^<>]{1,100})<\/a>)/g
/** What stands between the links of a bar. */
const SEPARATORS =
  /^(?:\s|[|·•‧∙/»«›‹→←↑⬆–—-]|&(?:nbsp|bull|middot|raquo|laquo);|<\/?(?:p|div|center|br|nav)\b[^<>]{0,100}>)*$/i
const VISIBLE_SEPARATOR = /[|·•‧∙/»«›‹→←]|&(?:bull|middot|raquo|laquo);/
const STEP =
  /^\W*(?:previous|prev|next|back|home|up|top|index|back to (?:the )?top|go to top|return to top|(?:back to )?(?:the )?table of contents)(?:\s+(?:page|chapter|section))?\W*$/i

/** Bars of links, steps to the next page, ways back to the top, and `<nav>` elements. */
export function findNavigation(document: MarkdownText): readonly Removal[] {
  const found: Removal[] = []
  const mayHold = (own: string): boolean =>
    own.length <= MAX_LENGTH && (own.startsWith('<nav') || own.includes('](') || own.includes('<a '))
  for (const { node, text } of strippable(document, mayHold)) {
    if (node.kind === 'list' || node.kind === 'quote') continue
    if (isNavigation(text)) found.push(strippedNode('navigation', node))
  }
  return found
}

function isNavigation(text: string): boolean {
  if (/^<nav\b/i.test(text)) return /<\/nav>$/i.test(text)
  // Sentences have links in them; bars are links, and little else.
  if (/[.:;!?](?:\s|$)/.test(text.replace(LINK, ''))) return false
  const labels: string[] = []
  const rest = text.replace(LINK, (_link, markdown: string | undefined, html: string | undefined) => {
    labels.push(markdown ?? html ?? '')
    return ''
  })
  if (labels.length === 0 || !SEPARATORS.test(rest)) return false
  return labels.every((label) => STEP.test(label)) || (labels.length >= MIN_LINKS && VISIBLE_SEPARATOR.test(rest))
}
