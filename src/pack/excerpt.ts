import type { Counter } from './counter.ts'
import { gapOf, type Mark } from './mark.ts'
import type { Piece } from './piece.ts'
import { type PieceScore, scoreBeside, scorePieces } from './piece-score.ts'
import { cutIntoPieces } from './pieces.ts'
import type { RankedCandidate } from './placement.ts'
import type { QuestionTerms } from './question-terms.ts'

/** A unit cut into scored pieces; made once per pack and unit. */
export interface CutUnit {
  readonly ranked: RankedCandidate
  readonly pieces: readonly Piece[]
  readonly scores: readonly PieceScore[]
  /** Indexes of the pieces that may be chosen, ascending. */
  readonly choices: readonly number[]
}

/** Cuts a unit and scores its pieces for the question. @returns undefined when it has no two pieces to choose between. */
export function cutUnit(ranked: RankedCandidate, terms: QuestionTerms): CutUnit | undefined {
  const { hyperedge, document, anchors } = ranked.candidate
  const pieces = cutIntoPieces(hyperedge, document.mediaType)
  const choices = choicesOf(pieces)
  if (choices.length < 2) return undefined
  const scores = scorePieces(hyperedge.text, pieces, { terms, anchors, kind: hyperedge.kind })
  return { ranked, pieces, scores, choices }
}

/** The numbers of the pieces that an excerpt may choose, ascending; there is none of a unit with fewer than two. */
export function choicesOf(pieces: readonly Piece[]): readonly number[] {
  return pieces.flatMap((piece, index) => (piece.fixed || piece.bare ? [] : [index]))
}

/** Pieces scoring less than this share of the best are kept only as neighbours. */
const MIN_SHARE_OF_BEST = 0.25
/** An excerpt below both says nothing to anybody: its best piece holds less than this of the question and mentions nothing, and it is this short. */
const MIN_SCORE = 0.15
const MIN_TOKENS = 20

/**
 * Chooses the pieces of an excerpt that takes about `roomTokens`: by what each adds to those chosen before it, while they fit, then neighbours of what is kept, round
 * by round, while they fit. Each piece is counted alone, at most once. @returns the order in which pieces were added, the first of which is the best;
 * empty when the best does not fit, and when what fits is tiny and beside the question.
 */
export async function choosePieces(
  unit: CutUnit,
  roomTokens: number,
  mark: Mark,
  counter: Counter,
): Promise<readonly number[]> {
  const selection = new Selection(unit, await counter.count(gapOf(mark)))
  for (const [index, piece] of unit.pieces.entries()) if (piece.fixed) await selection.add(index, counter, Infinity)
  const added: number[] = []
  const add = async (index: number): Promise<boolean> => {
    const isAdded = await selection.add(index, counter, roomTokens)
    if (isAdded) added.push(index)
    return isAdded
  }
  const covered = new Set<string>()
  let best = 0
  for (const choices = new Set(unit.choices); choices.size > 0; ) {
    const { index, score } = bestBeside(unit, choices, covered)
    if (score < MIN_SHARE_OF_BEST * best) break
    choices.delete(index)
    if (await add(index)) for (const term of unit.scores[index]?.terms.keys() ?? []) covered.add(term)
    if (added.length === 0) return []
    best = Math.max(best, score)
  }
  for (let before = -1; before < added.length; ) {
    before = added.length
    for (const index of added.slice()) {
      await add(index + 1)
      await add(index - 1)
    }
  }
  return best < MIN_SCORE && selection.tokens < MIN_TOKENS ? [] : added
}

/** The piece that adds most to what is covered, the earlier one among equals. */
function bestBeside(
  unit: CutUnit,
  choices: Iterable<number>,
  covered: ReadonlySet<string>,
): { readonly index: number; readonly score: number } {
  let best = { index: -1, score: Number.NEGATIVE_INFINITY }
  for (const index of choices) {
    const score = scoreBeside(unit.scores[index]!, covered)
    if (score > best.score) best = { index, score }
  }
  return best
}

/** The pieces kept so far and about how many tokens they take with the gaps between them. */
class Selection {
  readonly #unit: CutUnit
  readonly #gapTokens: number
  readonly #kept = new Set<number>()
  readonly #refused = new Set<number>()
  #tokens: number

  constructor(unit: CutUnit, gapTokens: number) {
    this.#unit = unit
    this.#gapTokens = gapTokens
    this.#tokens = gapTokens
  }

  /** About how many tokens the excerpt takes. */
  get tokens(): number {
    return this.#tokens
  }

  /** Keeps a piece if it fits; what was refused once is not counted again, since room only shrinks. */
  async add(index: number, counter: Counter, roomTokens: number): Promise<boolean> {
    const piece = this.#unit.pieces[index]
    if (!piece || piece.bare || this.#kept.has(index) || this.#refused.has(index)) return false
    const { text } = this.#unit.ranked.candidate.hyperedge
    const own = await counter.count(text.slice(piece.start, piece.end) + (piece.ownLines ? '\n' : ' '))
    const tokens = this.#tokens + own + this.#gapsAddedBy(index) * this.#gapTokens
    if (tokens > roomTokens) {
      this.#refused.add(index)
      return false
    }
    this.#kept.add(index)
    this.#tokens = tokens
    return true
  }

  /** A piece amid left-out ones splits a gap in two, one that touches kept text on both sides closes a gap. */
  #gapsAddedBy(index: number): number {
    const isOpen = (other: number): boolean => other >= 0 && other < this.#unit.pieces.length && !this.#kept.has(other)
    return Number(isOpen(index - 1)) + Number(isOpen(index + 1)) - 1
  }
}
