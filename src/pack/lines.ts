import type { TextRange } from '../domain/text/sentences.ts'

/** Opens a list's item; its first group is the indentation. */
export const LIST_ITEM: RegExp = /^([ \t]*)(?:[-*+•]|\d+[.)])(?:\s|$)/
/** Opens or closes a fence, also in a quote; its first group is the fence. */
const FENCE = /^[\s>]*(`{3,}|~{3,})/

/** Lines that are not blank, indentation kept, line breaks and white space at the end left out. */
export function linesOf(text: string, within: TextRange = { start: 0, end: text.length }): readonly TextRange[] {
  const lines: TextRange[] = []
  for (const match of text.slice(within.start, within.end).matchAll(/[^\r\n]+/g)) {
    const start = within.start + match.index
    const length = match[0].trimEnd().length
    if (length > 0) lines.push({ start, end: start + length })
  }
  return lines
}

/** Tells lines that begin something, one after the other. */
export type StartsPiece = (line: string) => boolean

/** Puts each line that begins nothing to what the lines before it began. */
export function joinLines(text: string, lines: readonly TextRange[], starts: StartsPiece): readonly TextRange[] {
  const rows: TextRange[] = []
  for (const line of lines) {
    const begins = starts(text.slice(line.start, line.end))
    const last = rows.at(-1)
    if (begins || !last) rows.push(line)
    else rows[rows.length - 1] = { start: last.start, end: line.end }
  }
  return rows
}

/** Only the outermost items of a list are pieces: what is nested under one belongs to it, a fence above all. */
export function startsItem(text: string): StartsPiece {
  const first = text.split(/\r\n?|\n/).find((line) => LIST_ITEM.test(line))
  const indentation = LIST_ITEM.exec(first ?? '')?.[1]?.length ?? 0
  const isFenced = fenceTracker()
  return (line) => {
    if (isFenced(line)) return false
    const match = LIST_ITEM.exec(line)
    return match?.[1] !== undefined && match[1].length <= indentation
  }
}

/** The fence that a line opens. @returns undefined when it opens none. */
export function fenceOf(line: string): string | undefined {
  return FENCE.exec(line)?.[1]
}

/** Whether a line closes a fence: the same mark, as long or longer, and nothing else. */
export function closesFence(line: string, fence: string): boolean {
  const found = fenceOf(line)
  return found?.startsWith(fence) === true && line.replace(/^[\s>]*/, '').trimEnd() === found
}

/** Tells of each line in turn whether it is a fence or stands in one. */
function fenceTracker(): StartsPiece {
  let open: string | undefined
  return (line) => {
    const wasOpen = open !== undefined
    if (open === undefined) open = fenceOf(line)
    else if (closesFence(line, open)) open = undefined
    return wasOpen || open !== undefined
  }
}
