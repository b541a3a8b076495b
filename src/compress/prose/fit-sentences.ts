import type { ProseSentence } from './sentences.ts'

/** What choosing needs to know of a sentence. */
export interface Choosable extends Pick<ProseSentence, 'dependent'> {
  readonly weight: number
  /** Whether nothing but white space lies between this sentence and the one before, so that one gap can hold both. */
  readonly joined: boolean
}

/**
 * Chooses sentences by score, highest first and earlier first among equals, as long as what is kept and the gaps that are left fit the budget. What does not fit
 * is skipped. A dependent sentence takes its predecessor along, or is not taken. A gap that would cost more than it holds is closed.
 *
 * @returns for each sentence whether it is kept; none is when the gaps alone exceed the budget. Deterministic; linear, but for one sort.
 */
export function fitSentences(
  sentences: readonly Choosable[],
  scores: readonly number[],
  { budgetTokens, gapTokens }: { readonly budgetTokens: number; readonly gapTokens: number },
): readonly boolean[] {
  const kept = sentences.map(() => false)
  const isGap = (index: number) => index >= 0 && index < kept.length && !kept[index]
  /** Gaps are runs of what is not kept: keeping one sentence of a run splits, shortens or ends it. */
  const costOf = (index: number): number => {
    const before = sentences[index]!.joined && isGap(index - 1) ? 1 : 0
    const after = sentences[index + 1]?.joined === true && isGap(index + 1) ? 1 : 0
    return sentences[index]!.weight + gapTokens * (before + after - 1)
  }
  let left = budgetTokens - gapTokens * sentences.filter(({ joined }) => !joined).length
  const take = (index: number): void => {
    const needsPredecessor = sentences[index]!.dependent && isGap(index - 1)
    const cost = costOf(index)
    kept[index] = true
    const whole = needsPredecessor ? cost + costOf(index - 1) : cost
    if (whole > left) {
      kept[index] = false
      return
    }
    if (needsPredecessor) kept[index - 1] = true
    left -= whole
  }
  if (left < 0) return kept
  const order = sentences.map((_, index) => index).sort((a, b) => scores[b]! - scores[a]! || a - b)
  for (const index of order) if (!kept[index]) take(index)
  return kept
}
