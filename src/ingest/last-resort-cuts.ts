import { isWhiteSpace, type TextRange } from './text-range.ts'

// The look-behind keeps a long run of full stops from being tried at each of its characters.
const SENTENCE_END = /(?<![.!?…])[.!?…]+["'”’»)\]*_`]*(?=\s)|[。！？．]+["'”’」』）]*|\n[ \t\r]*\n/g
const ABBREVIATION =
  /(?:^|[\s(])(?:\p{L}|e\.g|i\.e|cf|vs|etc|al|approx|no|fig|eq|sec|vol|pp|mr|mrs|ms|dr|prof|st|jr|sr)\.$/iu
/** How far back an abbreviation is looked for. */
const ABBREVIATION_LENGTH = 8

const CELL_START = /(?<!\\)\||<t[dh][\s>]/gi

/** Offsets where the cells of a table's row begin, ascending: at a bar that is not escaped, or at the tag of a cell. Linear. */
export function* cellStarts(text: string, range: TextRange): Generator<number> {
  for (const { index } of text.slice(range.start, range.end).matchAll(CELL_START)) {
    if (index > 0) yield range.start + index
  }
}

/** Offsets right after each sentence of a range, ascending. Lower case may follow; initials and common abbreviations end no sentence. Linear. */
export function* sentenceEnds(text: string, range: TextRange): Generator<number> {
  const stretch = text.slice(range.start, range.end)
  for (const match of stretch.matchAll(SENTENCE_END)) {
    const end = match.index + match[0].length
    if (!ABBREVIATION.test(stretch.slice(Math.max(0, end - ABBREVIATION_LENGTH), end))) yield range.start + end
  }
}

/**
 * Cuts a range into `count` stretches of about equal length: where a word starts near by, else between code points. Linear in the length of the range.
 */
export function evenCuts(text: string, range: TextRange, count: number): number[] {
  const length = (range.end - range.start) / count
  const cuts: number[] = []
  for (let number = 1; number < count; number++) {
    const ideal = range.start + Math.round(number * length)
    cuts.push(nearestGap(text, ideal, Math.floor(length / 3)))
  }
  return cuts
}

function nearestGap(text: string, ideal: number, reach: number): number {
  for (let distance = 0; distance <= reach; distance++) {
    if (startsWord(text, ideal - distance)) return ideal - distance
    if (startsWord(text, ideal + distance)) return ideal + distance
  }
  return isLowSurrogate(text.charCodeAt(ideal)) ? ideal + 1 : ideal
}

function startsWord(text: string, offset: number): boolean {
  return isWhiteSpace(text.charCodeAt(offset - 1)) && !isWhiteSpace(text.charCodeAt(offset))
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
