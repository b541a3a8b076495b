import { nameKey, nameTokens } from '../domain/text/names.ts'
import { termsOf } from '../domain/text/terms.ts'
import type { Piece } from './piece.ts'

const ANCHOR_SCORE = 0.25
const FIRST_SCORE = 0.1

/** What decides which pieces of a unit an excerpt keeps. */
export interface Relevance {
  /** Question term to its share of the question. */
  readonly termWeights: ReadonlyMap<string, number>
  /** Names whose mention counts, as tokens joined by one space. */
  readonly anchors: readonly string[]
}

/**
 * Scores each piece: the weights of the question's terms in it, a quarter for each anchor that it mentions, a tenth for the first. Fixed pieces score 0,
 * since they are kept anyway, and so does bare markup, which is never kept on its own.
 */
export function scorePieces(text: string, pieces: readonly Piece[], relevance: Relevance): readonly number[] {
  const first = pieces.findIndex((piece) => isWorthy(text, piece))
  return pieces.map((piece, index) => {
    if (piece.fixed || piece.bare) return 0
    const score = scoreText(text.slice(piece.start, piece.end), relevance)
    return index === first ? score + FIRST_SCORE : score
  })
}

/** A lone bracket is no beginning. */
function isWorthy(text: string, piece: Piece): boolean {
  return !piece.fixed && !piece.bare && /[\p{L}\p{N}]/u.test(text.slice(piece.start, piece.end))
}

function scoreText(text: string, { termWeights, anchors }: Relevance): number {
  let score = 0
  if (termWeights.size > 0) for (const term of new Set(termsOf(text))) score += termWeights.get(term) ?? 0
  if (anchors.length === 0) return score
  const words = ` ${nameKey(nameTokens(text))} `
  for (const anchor of anchors) if (words.includes(` ${anchor} `)) score += ANCHOR_SCORE
  return score
}
