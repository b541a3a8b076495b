import type { Removal } from '../removal.ts'
import type { MarkdownText } from '../structure.ts'
import { isBadgeUrl, mayNameBadge } from './badge-urls.ts'
import { definitionsOf, type LinkDefinition, labelKey } from './link-definitions.ts'
import { strippable, stripped } from './rule.ts'

/** Each part ends where the next cannot begin, so that a text of openings alone costs a few hundred steps for each. */
const INLINE_TARGET = '\\(\\s{0,9}<?(?<URL>[^)\\s<>]{1,400})>?(?:\\s[^)\\n]{0,200})?\\)'
/** `![alt](url)`, `![alt][label]`, `![label]`. */
const image = (suffix: string): string =>
  `!\\[(?<alt${suffix}>[^[\\]]{0,300})\\](?:${INLINE_TARGET.replace('URL', `url${suffix}`)}|\\[(?<label${suffix}>[^[\\]]{0,300})\\])?`
/** Where a linked image leads. */
const TARGET = '(?:\\([^()\\s]{0,600}(?:\\s[^()\\n]{0,200})?\\)|\\[(?<target>[^[\\]]{0,300})\\])?'
const HTML_IMAGE = (suffix: string): string =>
  `<img\\b[^<>]{0,300}\\bsrc\\s{0,9}=\\s{0,9}["']?(?<src${suffix}>[^"'\\s<>]{1,400})(?![^"'\\s<>])[^<>]{0,300}>`
const IMAGES = new RegExp(
  [
    `\\[\\s{0,9}${image('1')}\\s{0,9}\\]${TARGET}`,
    image('2'),
    `<a\\b[^<>]{0,600}>\\s{0,99}${HTML_IMAGE('1')}\\s{0,99}</a>`,
    HTML_IMAGE('2'),
  ].join('|'),
  'gi',
)
/** What may lie around badges in a block of nothing else. */
const WRAPPING = /^(?:\s|&nbsp;|[|·•]|<\/?(?:p|div|center|span|br|h[1-6])\b[^<>]{0,200}>)*$/i
const SPACING = /^(?:\s|&nbsp;|<br\s?\/?>)*$/i

interface Badge {
  readonly start: number
  readonly end: number
}

/** Images whose own address is a badge's, alone or as links; a block of nothing else goes as a whole. Runs of them are one removal. */
export function findBadges(document: MarkdownText): readonly Removal[] {
  if (!mayNameBadge(document.text)) return []
  const definitions = definitionsOf(document)
  const found: Removal[] = []
  for (const { node, text } of strippable(document, (own) => own.includes('![') || own.includes('<img'))) {
    const badges = badgesIn(text, definitions)
    if (badges.length === 0) continue
    if (WRAPPING.test(without(text, badges))) found.push(stripped('badge', node.textStart, node.textEnd))
    else
      for (const { start, end } of runsOf(text, badges))
        found.push(stripped('badge', node.textStart + start, node.textStart + end))
  }
  return found
}

function badgesIn(text: string, definitions: ReadonlyMap<string, LinkDefinition>): readonly Badge[] {
  return Array.from(text.matchAll(IMAGES)).flatMap((match) => {
    const { alt1, alt2, url1, url2, label1, label2, src1, src2 } = match.groups ?? {}
    const label = labelKey((label1 ?? label2) || (alt1 ?? alt2 ?? ''))
    const url = url1 ?? url2 ?? src1 ?? src2 ?? definitions.get(label)?.url
    return url !== undefined && isBadgeUrl(url) ? [{ start: match.index, end: match.index + match[0].length }] : []
  })
}

function without(text: string, badges: readonly Badge[]): string {
  let rest = ''
  let at = 0
  for (const { start, end } of badges) {
    rest += text.slice(at, start)
    at = end
  }
  return rest + text.slice(at)
}

function runsOf(text: string, badges: readonly Badge[]): readonly Badge[] {
  const runs: Badge[] = []
  for (const badge of badges) {
    const last = runs.at(-1)
    if (last !== undefined && SPACING.test(text.slice(last.end, badge.start)))
      runs[runs.length - 1] = { start: last.start, end: badge.end }
    else runs.push(badge)
  }
  return runs
}
