/**
 * How one section of a pack marks what is ours among what is quoted: `[3]` opens a header line and `[…]` stands for left-out text at depth 1, `[[3]]`
 * and `[[…]]` at depth 2, and so on.
 */
export interface Mark {
  readonly depth: number
}

/** Brackets around a number at the start of a line, whatever counts as a line break to somebody. */
const LABEL_AT_LINE_START = /(?:^|[\n\r\v\f\x85\u2028\u2029])[ \t]*(\[+)\d+\]/g
/** The look-behind keeps a long run of brackets from being tried at each of them. */
const GAP = /(?<!\[)(\[+)…(\]+)/g

/**
 * Chooses the shallowest mark that none of the texts holds: no line of them starts with one of its labels and none contains its gap. A text can
 * therefore imitate the mark of another pack, never that of the pack it stands in. A function of the texts, and of the least depth
 * that the caller asks for; one scan of each.
 */
export function chooseMark(texts: Iterable<string>, leastDepth: number = 1): Mark {
  const labelDepths = new Set<number>()
  let deepestGap = 0
  for (const text of texts) {
    if (!text.includes('[')) continue
    for (const [, opening = ''] of text.matchAll(LABEL_AT_LINE_START)) labelDepths.add(opening.length)
    if (!text.includes('…')) continue
    for (const [, opening = '', closing = ''] of text.matchAll(GAP))
      deepestGap = Math.max(deepestGap, Math.min(opening.length, closing.length))
  }
  let depth = Math.max(deepestGap + 1, leastDepth)
  while (labelDepths.has(depth)) depth++
  return { depth }
}

/** `[3]`, at the depth of the mark. */
export function labelOf(mark: Mark, number: number): string {
  return wrap(mark, String(number))
}

/** `[…]`, at the depth of the mark. */
export function gapOf(mark: Mark): string {
  return wrap(mark, '…')
}

function wrap(mark: Mark, content: string): string {
  return '['.repeat(mark.depth) + content + ']'.repeat(mark.depth)
}
