const GAP = /\[+…\]+/gu
const NOT_A_WORD = /[^\p{L}\p{N}\uE000]+/gu
/** Stands for text that was left out, so that no answer is found across a gap. */
const GAP_MARK = ' \uE000 '
const VERDICTS = new Set(['yes', 'no', 'true', 'false'])

/** Folds a text for comparison: compatibility forms, lower case, words separated and surrounded by one space. Gaps of excerpts stay apart. */
export function foldAnswer(text: string): string {
  // Gaps first: compatibility forms would turn “…” into three dots.
  const words = text.replace(GAP, GAP_MARK).normalize('NFKC').toLowerCase().replace(NOT_A_WORD, ' ').trim()
  return words === '' ? '' : ` ${words} `
}

/**
 * Whether a text holds one of the answers, word for word, whatever the case and the punctuation.
 * Source: the normalisation of Rajpurkar et al., SQuAD (2016), without its removal of articles, and containment instead of equality, as in
 * Chen et al., Reading Wikipedia to Answer Open-Domain Questions (2017).
 */
export function holdsAnswer(foldedText: string, answers: readonly string[]): boolean {
  return answers.map(foldAnswer).some((answer) => answer !== '' && foldedText.includes(answer))
}

/** Answers that can be looked for: not a verdict, which no document states and every document holds. */
export function searchableAnswers(answers: readonly string[]): readonly string[] {
  return answers.filter((answer) => !VERDICTS.has(foldAnswer(answer).trim()))
}
