import type { MarkdownText } from '../structure.ts'

/** The places of a document that a link can lead to. */
export interface Anchors {
  /** @param target what follows `#` in a link. */
  has(target: string): boolean
}

const EXPLICIT = /\b(?:id|name)\s{0,9}=\s{0,9}["']([^"'\s]{1,300})["']/g
const CUSTOM_ID = /\{#([^\s{}]{1,300})\}\s*$/
/** Tried at the beginning of a run of blanks alone, or a long run would be tried at each of them. */
const CLOSING_MARKS = /(?<![ \t])[ \t]+#+$/
const LINK_TARGET = /\]\([^()]{0,1000}\)/g
const TAG = /<[^<>]{1,500}>/g

/** Names of headings as hosts of Markdown derive them (lower case, no punctuation, hyphens for blanks, numbered where they repeat), ids of HTML, `{#custom}` ids. */
export function anchorsOf({ text, nodes }: MarkdownText): Anchors {
  const known = new Set<string>()
  const repeats = new Map<string, number>()
  for (const node of nodes) {
    const own = text.slice(node.textStart, node.textEnd)
    if (node.kind === 'heading') {
      const custom = CUSTOM_ID.exec(own)?.[1]
      if (custom !== undefined) known.add(custom)
      const slug = slugOf(own)
      const count = repeats.get(slug) ?? 0
      repeats.set(slug, count + 1)
      known.add(count === 0 ? slug : `${slug}-${count}`)
    }
    if (node.kind !== 'code' && own.includes('=')) for (const [, id = ''] of own.matchAll(EXPLICIT)) known.add(id)
  }
  return { has: (target) => known.has(target) || known.has(decoded(target).toLowerCase()) }
}

function slugOf(heading: string): string {
  return heading
    .replace(/^#{1,6}[ \t]*/, '')
    .replace(CLOSING_MARKS, '')
    .replace(/\n[ \t]*(?:=+|-+)$/, '')
    .replace(CUSTOM_ID, '')
    .replace(LINK_TARGET, ']')
    .replace(TAG, '')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}
