import { termsOf, termsOfWord } from '../../domain/text/terms.ts'
import { wordsOf } from '../../domain/text/words.ts'

/** What a summary has to contain. Each list is in the order of the passage, each entry once. */
export interface RequiredFacts {
  /** With their backticks. */
  readonly codeSpans: readonly string[]
  /** With what stands between digits: `1,820`, `2024-05-01`, `3.5`. */
  readonly numbers: readonly string[]
  /** Words of the query, stop words apart, as the passage spells them first. */
  readonly keywords: readonly string[]
  /** What else the caller asks for, letter for letter. */
  readonly literals: readonly string[]
}

const CODE_SPAN = /(?<!`)(`{1,3})(?!`)([^`\n]{1,200})\1(?!`)/g
/** A number stands by itself or is followed by a unit; digits behind a letter (`sha256`) are part of a word. */
const NUMBER = /(?<![\p{L}\p{N}_.,:/-])\p{Nd}+(?:[.,:/-]\p{Nd}+)*/gu
/** `3.` and `3)` at the beginning of a line count items and say nothing. */
const ORDINAL = /^[ \t]{0,8}\p{Nd}{1,9}[.)](?=[ \t])/gmu

/**
 * The facts of a passage that a summary of it may not drop: every code span, every number outside of them, and every word of the query that the passage has in
 * any form. Names are not among them: most of a passage's names are details. Linear.
 */
export function requiredFacts(passage: string, query = '', literals: readonly string[] = []): RequiredFacts {
  const wanted = new Set(termsOf(query))
  const spelling = new Map<string, string>()
  for (const word of wanted.size > 0 ? wordsOf(passage) : []) {
    const term = ownTerm(word)
    if (term !== undefined && wanted.has(term) && !spelling.has(term)) spelling.set(term, word)
  }
  return { codeSpans: codeSpansIn(passage), numbers: numbersIn(passage), keywords: [...spelling.values()], literals }
}

/** The facts in one list, as a summarizer is told them. */
export function listFacts({ codeSpans, numbers, keywords, literals }: RequiredFacts): readonly string[] {
  return [...codeSpans, ...numbers, ...keywords, ...literals]
}

/** @returns the first fact that a summary lacks, or undefined. Code, numbers and literals count letter for letter, and not as a part of a longer word; keywords in any form (`ship`, `Ships`). */
export function missingFact(facts: RequiredFacts, summary: string): string | undefined {
  const codeSpans = new Set(codeSpansIn(summary))
  const numbers = new Set(numbersIn(summary))
  const terms = new Set(facts.keywords.length > 0 ? termsOf(summary) : [])
  return (
    facts.codeSpans.find((span) => !codeSpans.has(span)) ??
    facts.numbers.find((number) => !numbers.has(number)) ??
    facts.literals.find((literal) => !holdsWhole(summary, literal)) ??
    facts.keywords.find((word) => !terms.has(ownTerm(word) ?? ''))
  )
}

function holdsWhole(text: string, literal: string): boolean {
  for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + 1)) {
    const end = at + literal.length
    if (
      !/[\p{L}\p{N}_]{2}/u.test(text.slice(at - 1, at + 1)) &&
      !/[\p{L}\p{N}_]{2}/u.test(text.slice(end - 1, end + 1))
    )
      return true
  }
  return false
}

/** The stem of a word; not those of its parts, which an identifier has besides. */
function ownTerm(word: string): string | undefined {
  return termsOfWord(word)[0]
}

function codeSpansIn(text: string): readonly string[] {
  return [...new Set(text.match(CODE_SPAN) ?? [])]
}

function numbersIn(text: string): readonly string[] {
  const plain = text.replace(CODE_SPAN, ' ').replace(ORDINAL, '')
  return [...new Set(plain.match(NUMBER) ?? [])]
}
