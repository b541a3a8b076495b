import { wordsOf } from '../../domain/text/words.ts'

const PRONOUNS = 'he she it they this that these those his her hers its their theirs him them such both neither another'
const CONNECTIVES =
  'but however therefore thus hence consequently moreover furthermore nevertheless nonetheless instead otherwise also then similarly likewise accordingly yet so and or meanwhile'

/** Words whose meaning stands in the sentence before. */
const DEPENDENT_OPENERS: ReadonlySet<string> = new Set(`${PRONOUNS} ${CONNECTIVES}`.split(' '))
/** An opener is short and stands first: no more of the sentence is looked at. */
const OPENING_LENGTH = 40

/** Whether a sentence opens with a pronoun or a connective, so that it is hard to understand without the one before it. English. */
export function opensDependent(sentence: string): boolean {
  const first = wordsOf(sentence.slice(0, OPENING_LENGTH))[0]
  return first !== undefined && DEPENDENT_OPENERS.has(first.toLowerCase())
}
