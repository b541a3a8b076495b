import { holdsKeyword } from '../score/read-text.ts'

/** A longer line is no line that somebody wrote: of it the surroundings of the keyword stay. */
const LONGEST_LINE = 400
const CHARACTERS_AROUND = 160

/**
 * The lines of a text that hold a keyword, and so many before and after each; the gap stands where lines, or parts of an overlong one, are left out. The empty text where no line holds one. Linear
 * in the text for each keyword.
 */
export function linesAround(text: string, keywords: readonly string[], around: number, gap: string): string {
  const lines = text.split('\n')
  const held = lines.map((line) => keywords.filter((keyword) => holdsKeyword(readLine(line), keyword)))
  const isKept = lines.map(() => false)
  for (const [index, found] of held.entries()) {
    if (found.length > 0) isKept.fill(true, Math.max(0, index - around), index + around + 1)
  }
  if (!isKept.includes(true)) return ''
  const kept: string[] = []
  for (const [index, line] of lines.entries()) {
    if (isKept[index]) kept.push(line.length <= LONGEST_LINE ? line : surroundings(line, held[index]!, gap))
    else if (kept.at(-1) !== gap) kept.push(gap)
  }
  return kept.join('\n')
}

function surroundings(line: string, keywords: readonly string[], gap: string): string {
  const small = line.toLowerCase()
  const found = keywords.map((keyword) => [small.indexOf(keyword.toLowerCase()), keyword.length] as const)
  const starts = found.filter(([at]) => at >= 0).sort(([left], [right]) => left - right)
  const pieces: string[] = []
  let end = 0
  for (const [at, length] of starts) {
    const from = Math.max(end, at - CHARACTERS_AROUND)
    const to = Math.min(line.length, at + length + CHARACTERS_AROUND)
    if (to <= end) continue
    if (from > end) pieces.push(gap)
    pieces.push(line.slice(from, to))
    end = to
  }
  return end < line.length ? [...pieces, gap].join('') : pieces.join('')
}

function readLine(line: string): { readonly plain: string; readonly small: string } {
  const plain = line.replace(/\s+/g, ' ')
  return { plain, small: plain.toLowerCase() }
}
