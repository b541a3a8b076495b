/** The words of a sentence as the controls compare them: lower case, no stems. */
export function wordsOfSentence(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
