import type { UnitKind } from '../domain/hyperedge.ts'
import { nameKey, nameTokens } from '../domain/text/names.ts'
import type { Piece } from './piece.ts'
import type { QuestionTerms } from './question-terms.ts'

const ANCHOR_SCORE = 0.15
const FIRST_SCORE = 0.1
/** What a term of the question is still worth in a piece when a chosen piece of the same unit has it. */
const REPEATED_SHARE = 0.4

/** What decides which pieces of a unit an excerpt keeps. */
export interface Relevance {
  readonly terms: QuestionTerms
  /** Names whose mention counts, as tokens joined by one space. */
  readonly anchors: readonly string[]
  readonly kind: UnitKind
}

/** What a piece is worth for the question. */
export interface PieceScore {
  /** The question's terms in it, each with its weight. */
  readonly terms: ReadonlyMap<string, number>
  /** What it is worth beside them. */
  readonly bonus: number
  /** What a term counts for that another chosen piece has, as a share of its weight. */
  readonly repeatedShare: number
}

const NOTHING: PieceScore = { terms: new Map(), bonus: 0, repeatedShare: 1 }

/**
 * Scores each piece: the question's terms in it, a bonus for mentioning an anchor (one is as good as several: a row of names is no better evidence), and one for
 * the first piece of a text, which tells what it is about; the first row of a table does not. Fixed pieces score nothing, since they are kept anyway, and so does
 * bare markup, which is never kept on its own. Lines of code repeat each other's names because they belong together, which is held against prose only.
 */
export function scorePieces(
  text: string,
  pieces: readonly Piece[],
  { terms, anchors, kind }: Relevance,
): readonly PieceScore[] {
  const hasLead = kind !== 'table' && kind !== 'data'
  const first = hasLead ? pieces.findIndex((piece) => isWorthy(text, piece)) : -1
  const repeatedShare = kind === 'code' ? 1 : REPEATED_SHARE
  return pieces.map((piece, index) => {
    if (piece.fixed || piece.bare) return NOTHING
    const words = text.slice(piece.start, piece.end)
    const bonus = (mentionsAny(words, anchors) ? ANCHOR_SCORE : 0) + (index === first ? FIRST_SCORE : 0)
    return { terms: terms.in(words), bonus, repeatedShare }
  })
}

/** What a piece is worth beside chosen ones that hold the terms `covered`. */
export function scoreBeside({ terms, bonus, repeatedShare }: PieceScore, covered: ReadonlySet<string>): number {
  let score = bonus
  for (const [term, weight] of terms) score += covered.has(term) ? repeatedShare * weight : weight
  return score
}

/** A lone bracket is no beginning. */
function isWorthy(text: string, piece: Piece): boolean {
  return !piece.fixed && !piece.bare && /[\p{L}\p{N}]/u.test(text.slice(piece.start, piece.end))
}

function mentionsAny(text: string, names: readonly string[]): boolean {
  if (names.length === 0) return false
  const words = ` ${nameKey(nameTokens(text))} `
  return names.some((name) => words.includes(` ${name} `))
}
