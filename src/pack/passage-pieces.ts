import { splitSentences, type TextRange } from '../domain/text/sentences.ts'
import { joinLines, LIST_ITEM, linesOf, startsItem } from './lines.ts'
import { introduces, isBareMarkup, type Piece, trimmed } from './piece.ts'
import { type Region, regionsOf } from './regions.ts'

/** A line at least this long that ends without a closing mark was wrapped, not finished. */
const MIN_WRAPPED_LENGTH = 50
const ABBREVIATED = /(?:^|[\s(])(?:c|ca|v)\.[ \t]*$/
const FINISHED = /[.!?:;。！？]["'”’）」』)\]]*$/

/**
 * Cuts prose into sentences. A fence, a table or a block of HTML in it is one piece, a list is cut at its items; what introduces one of them with a colon is one
 * piece with it, the whole list included.
 */
export function cutPassage(text: string, mediaType: string): readonly Piece[] {
  const regions: readonly Region[] =
    mediaType === 'text/html' ? [{ kind: 'prose', start: 0, end: text.length }] : regionsOf(text)
  const pieces: Piece[] = []
  for (const region of regions) {
    if (region.kind === 'prose') {
      for (const range of sentencesOf(text, region)) pieces.push(pieceOf(text, range, false))
      continue
    }
    const block = blockOf(text, region)
    if (!block) continue
    const introduction = block.bare ? undefined : takeIntroduction(text, pieces)
    if (introduction) pieces.push({ ...block, start: introduction.start })
    else if (region.kind === 'list') pieces.push(...itemsOf(text, region))
    else pieces.push(block)
  }
  return pieces
}

/** Whole lines keep their indentation. */
function blockOf(text: string, region: Region): Piece | undefined {
  const lines = linesOf(text, region)
  const [first, last] = [lines.at(0), lines.at(-1)]
  return first && last && pieceOf(text, { start: first.start, end: last.end }, true)
}

function itemsOf(text: string, region: Region): readonly Piece[] {
  const rows = joinLines(text, linesOf(text, region), startsItem(text.slice(region.start, region.end)))
  return rows.map((row) => pieceOf(text, row, true))
}

function pieceOf(text: string, range: TextRange, ownLines: boolean): Piece {
  const words = text.slice(range.start, range.end)
  return { ...range, fixed: false, ownLines: ownLines || LIST_ITEM.test(words), bare: isBareMarkup(words) }
}

/** Removes the sentence that introduces what comes next, with the markup that stands between them. */
function takeIntroduction(text: string, pieces: Piece[]): Piece | undefined {
  let index = pieces.length - 1
  while (pieces[index]?.bare) index--
  const piece = pieces[index]
  if (!piece || piece.ownLines || !introduces(text.slice(piece.start, piece.end))) return undefined
  pieces.length = index
  return piece
}

function sentencesOf(text: string, within: TextRange): readonly TextRange[] {
  const sentences: TextRange[] = []
  const add = (range: TextRange): void => {
    const words = trimmed(text, range)
    if (words) sentences.push(words)
  }
  let open: TextRange | undefined
  for (const range of splitSentences(text.slice(within.start, within.end))) {
    const whole = { start: open?.start ?? within.start + range.start, end: within.start + range.end }
    open = isWrapped(text, whole) || isAbbreviated(text, whole) || leavesEmphasisOpen(text, whole) ? whole : undefined
    if (!open) add(whole)
  }
  if (open) add(open)
  return sentences
}

/** Whether a line was broken for its length: the line, not the sentence, since a sentence may begin near the end of its line. */
function isWrapped(text: string, { start, end }: TextRange): boolean {
  const sentence = text.slice(start, end)
  const words = sentence.trimEnd()
  if (sentence.slice(words.length).split('\n').length !== 2 || FINISHED.test(words)) return false
  const lineStart = text.lastIndexOf('\n', start + words.length - 1) + 1
  return start + words.length - lineStart >= MIN_WRAPPED_LENGTH
}

/** `Brown v. Board`, `(c. 1690)`: no sentence ends there, upper case or a number behind it notwithstanding. */
function isAbbreviated(text: string, { start, end }: TextRange): boolean {
  return ABBREVIATED.test(text.slice(start, end))
}

/** Bold text that runs over several sentences, as a heading of one line does, makes broken markup when it is cut. */
function leavesEmphasisOpen(text: string, { start, end }: TextRange): boolean {
  const sentence = text.slice(start, end)
  return sentence.split('**').length % 2 === 0 && !/\n\s*\n\s*$/.test(sentence)
}
