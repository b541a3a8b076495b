import type { TextRange } from '../../domain/text/sentences.ts'

const LINE = /[^\n]*(?:\n|$)/g
const FENCE = /^ {0,3}(`{3,}|~{3,})/
/** HTML whose inside may have empty lines. */
const RAW_OPENING = /<(script|pre|style|textarea)\b/i
/** One alternative for each thing that a block with such a line is more than prose by. */
const STRUCTURE = new RegExp(
  [
    '^(?: {4}| {0,3}\\t)', // code, or what is nested in a list
    '^ {0,3}(?:#|>|<|\\$|\\\\\\[|[{}[(]|//|/\\*|--)', // headings, quotations, HTML, formulas, JSON, comments, prompts
    '\\|', // tables
    '^ {0,3}[-=:*_+. \\t]+$', // rules, and what makes a heading of the line before
    '[{};=]\\s*$|=>|:=|==', // code
    '^ {0,3}[\\w.-]+ ?[:=](?:\\s|$)', // keys with values
  ].join('|'),
)
const SENTENCE_END = /[.!?]["'”’)\]*_]*(?:\s|$)/
/** A word of running text, with the marks around it. */
const PLAIN_WORD = /^["'“‘(*_[]*\p{L}[\p{L}\p{M}'’-]*["'”’)*_\]]*[,.;:!?]?["'”’)*_\]]*$/u
const LONGEST_WORD = 40
const LEAST_WORDS = 8
const LEAST_PLAIN_SHARE = 0.75

/**
 * The blocks of a text that are prose without doubt, in order: runs of lines without an empty one, outside of fences and raw HTML, none of whose lines is code, JSON, a table, a heading, a quotation or a
 * key with its value, and which read as sentences: eight words, three quarters of them plain, with an end of a sentence. Whatever may be something else is not in it. Linear.
 */
export function proseBlocks(text: string): readonly TextRange[] {
  const blocks: TextRange[] = []
  let block: TextRange | undefined
  let closes: ((line: string) => boolean) | undefined
  let at = 0
  const endBlock = (): void => {
    if (block !== undefined && isProse(text.slice(block.start, block.end))) blocks.push(block)
    block = undefined
  }
  for (const line of text.match(LINE) ?? []) {
    const start = at
    at += line.length
    if (closes !== undefined) {
      if (closes(line)) closes = undefined
      continue
    }
    closes = closingOf(line)
    if (closes !== undefined || line.trim() === '') endBlock()
    else block = { start: block?.start ?? start, end: at }
  }
  endBlock()
  return blocks
}

/** Says of later lines whether they end what this one opens; undefined where it opens nothing. */
function closingOf(line: string): ((line: string) => boolean) | undefined {
  const fence = FENCE.exec(line)?.[1]
  if (fence !== undefined)
    return (later) => later.trim().startsWith(fence) && later.trim().replaceAll(fence[0]!, '') === ''
  const tag = RAW_OPENING.exec(line)?.[1]?.toLowerCase()
  if (tag === undefined || line.toLowerCase().includes(`</${tag}`)) return undefined
  return (later) => later.toLowerCase().includes(`</${tag}`)
}

function isProse(block: string): boolean {
  if (!SENTENCE_END.test(block) || block.split('\n').some((line) => STRUCTURE.test(line))) return false
  const words = block.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  return words.length >= LEAST_WORDS && words.filter(isPlain).length >= LEAST_PLAIN_SHARE * words.length
}

function isPlain(word: string): boolean {
  return word.length <= LONGEST_WORD && PLAIN_WORD.test(word)
}
