import type { ProseSentence } from './sentences.ts'

/** What choosing needs to know of a sentence. */
export interface Choosable extends Pick<ProseSentence, 'dependent'> {
  readonly weight: number
  /** What each of its tokens is worth; at least 0. */
  readonly value: number
  /** Whether nothing but white space lies between this sentence and the one before, so that one gap can hold both. */
  readonly joined: boolean
}

/** What becomes of a sentence. `LENT`: kept without the predecessor that it needs itself, for the sake of the next, which needs it. */
const KEPT = 0
const LEFT = 1
const LENT = 2
type State = typeof KEPT | typeof LEFT | typeof LENT

/** Per state of the last sentence, the most that the sentences up to it can be worth. */
type Best = readonly [kept: number, left: number, lent: number]

const IMPOSSIBLE = Number.NEGATIVE_INFINITY

/**
 * The best choice when a token costs `price`, whether it is of a sentence or of the mark of a gap: the sum of `(value - price) · weight` of what is kept, less
 * `price · gapTokens` for each gap, is as large as it can be. A dependent sentence is kept only with its predecessor, which for its sake needs none. The higher
 * the price, the less the choice weighs, and no choice that weighs no more is worth more. Equal choices: the one that keeps more. Linear.
 *
 * Source: Viterbi's algorithm over the states of each sentence; the price is a Lagrange multiplier (Everett, Generalized Lagrange multiplier method, 1963).
 */
export function chooseAtPrice(sentences: readonly Choosable[], gapTokens: number, price: number): readonly boolean[] {
  const gapPrice = price * gapTokens
  const before = [KEPT, LEFT, LENT].map(() => new Uint8Array(sentences.length))
  // Before the first sentence is no gap: as if one without weight were kept.
  let best: Best = [0, IMPOSSIBLE, IMPOSSIBLE]
  sentences.forEach(({ weight, value, dependent, joined }, index) => {
    const [kept, left, lent] = best
    const gain = (value - price) * weight
    const keptFrom = better(kept, dependent ? lent : left, dependent ? LENT : LEFT)
    const leftFrom = better(kept - gapPrice, joined ? left : left - gapPrice, LEFT)
    before[KEPT]![index] = keptFrom.state
    before[LEFT]![index] = leftFrom.state
    before[LENT]![index] = LEFT
    best = [keptFrom.worth + gain, leftFrom.worth, dependent ? left + gain : IMPOSSIBLE]
  })
  const isKept = new Array<boolean>(sentences.length)
  let state: number = better(best[KEPT], best[LEFT], LEFT).state
  for (let index = sentences.length - 1; index >= 0; index--) {
    isKept[index] = state !== LEFT
    state = before[state]![index]!
  }
  return isKept
}

function better(kept: number, other: number, otherState: State): { readonly worth: number; readonly state: State } {
  return kept >= other ? { worth: kept, state: KEPT } : { worth: other, state: otherState }
}
