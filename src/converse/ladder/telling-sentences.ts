import { splitSentences } from '../../domain/text/sentences.ts'
import { factWordsOf, isFact } from './fact-words.ts'

/** What decisions, conditions and refusals are told with. */
const DECIDES =
  /\b(?:will|won't|shall|must|should|cannot|can't|could not|couldn't|unable|need(?:s|ed)?|require[sd]?|decid\w+|chos\w+|choose|confirm\w*|agree\w*|prefer\w*|instead|because|therefore|since|unless|only|never|always|not|no|don't|doesn't|didn't|isn't|fixed|fixes|failed|fails|works?|done|completed?|cancel\w*|refund\w*|approved?|denied|error|cause[sd]?|found|turns out|root cause|todo|next)\b/i
/** Shorter sentences of the user greet, thank and agree. */
const LEAST_WORDS_OF_USER = 4
const CODE_SPAN = /`[^`\n]+`/
const FENCE = /^\s*(?:```|~~~)/

/**
 * Of what was said, the sentences that hold a fact or tell a decision, as they stand, in order; lines stay lines. Of what the user says, who asks in any words, all but the shortest
 * others as well. The text itself where all of them do. Linear.
 */
export function tellingSentences(text: string, isUser: boolean): string {
  return keepSentences(text, (sentence) => tells(sentence) || FENCE.test(sentence) || (isUser && isLong(sentence)))
}

/** The sentences that `keeps` is true of, white space around them as in the text, trimmed at its ends. */
export function keepSentences(text: string, keeps: (sentence: string) => boolean): string {
  return splitSentences(text)
    .map(({ start, end }) => text.slice(start, end))
    .filter(keeps)
    .join('')
    .trim()
}

/** Whether a sentence has facts: a number, a code, an identifier, a path. */
function holdsFact(sentence: string): boolean {
  return CODE_SPAN.test(sentence) || factWordsOf(sentence).some(isFact)
}

function tells(sentence: string): boolean {
  return DECIDES.test(sentence) || holdsFact(sentence)
}

function isLong(sentence: string): boolean {
  return factWordsOf(sentence).length >= LEAST_WORDS_OF_USER
}
