import type { Removal } from '../removal.ts'
import { isProse, type MarkdownText } from '../structure.ts'
import { strippable } from './rule.ts'

const PARAMETER =
  /^(?:utm_[a-z_]+|fbclid|gclid|dclid|msclkid|yclid|mc_cid|mc_eid|igshid|_hsenc|_hsmi|ref_src|ref_url|twclid)=/i
const HINT = /[?&;](?:utm_|fbclid|gclid|dclid|msclkid|yclid|mc_cid|mc_eid|igshid|_hsenc|_hsmi|ref_src|ref_url|twclid)/i
const URL_WITH_QUERY = /https?:\/\/[^\s<>()"'`\0\]?#]{1,500}\?[^\s<>()"'`\0\]]{1,1500}/gi

/** Rewrites blocks of prose without the tracking parameters of their URLs: the block stands without them, and its marker leads to the block as it was. */
export function findTracking(document: MarkdownText): readonly Removal[] {
  if (!HINT.test(document.text)) return []
  const found: Removal[] = []
  for (const { node, text } of strippable(document, (own) => HINT.test(own))) {
    if (!isProse(node)) continue
    const own = document.text.slice(node.textStart, node.textEnd)
    const replacement = withoutTracking(own, text)
    if (replacement === own) continue
    found.push({ kind: 'stripped', reason: 'tracking', start: node.textStart, end: node.textEnd, replacement })
  }
  return found
}

/** @param covered the same text with its code spans blotted out. */
function withoutTracking(text: string, covered: string): string {
  let result = ''
  let at = 0
  for (const { index, 0: url } of covered.matchAll(URL_WITH_QUERY)) {
    result += text.slice(at, index) + cleanUrl(url)
    at = index + url.length
  }
  return result + text.slice(at)
}

function cleanUrl(url: string): string {
  const queryStart = url.indexOf('?')
  const fragmentStart = url.indexOf('#', queryStart)
  const queryEnd = fragmentStart < 0 ? url.length : fragmentStart
  const parts = url.slice(queryStart + 1, queryEnd).split('&')
  const kept = parts.filter((part) => !PARAMETER.test(part.replace(/^amp;/, '')))
  if (kept.length === parts.length) return url
  const query = kept.length === 0 ? '' : `?${kept.join('&').replace(/^amp;/, '')}`
  return url.slice(0, queryStart) + query + url.slice(queryEnd)
}
