import { foldAccents } from '../../domain/text/fold.ts'
import { isNameable, nameKey, nameTokens } from '../../domain/text/names.ts'
import { STOP_WORDS } from '../../domain/text/stop-words.ts'
import { OPENING_RUN } from './capital-run.ts'

const WINDOW_CHARACTERS = 300
/** Quotes, marks and an article that may stand before the subject. */
const OPENING = /^[\s"'“‘`#*]*(?:(?:The|A|An) )?["'“‘`*]*/
/** How a text introduces its subject: `Ed Wood is a …`, `Boston (Massachusetts) …`, `‘Decade’ was …`. */
const SUBJECT =
  /^(\S.{1,79}?)(?:["'”’`*]+\s*(?=(?:is|was|are|were)\s)|\s*\(|,|:|\n|(?<!(?:^|[^\p{L}])\p{Lu})\.\s|\s(?:is|was|are|were)\s| refers )/u
const MAX_TOKENS = 8
/** Words that open a sentence about something else; prepositions and pronouns are stop words. */
const OPENERS: ReadonlySet<string> = new Set(
  `according after although among before between born despite during each early following however later many most none one
  other several since some today under until while within`.split(/\s+/),
)
/** Three to five capitalised words, one of them perhaps a nickname in quotes: a person with all their names. */
const FULL_NAME = /^\p{Lu}[\p{L}'’-]+(?: (?:\p{Lu}\.?|["“(]?\p{Lu}[\p{L}'’-]+["”)]?)){2,4}$/u
const NICKNAME = /^["“(]/
const KNOWN_AS =
  /\b(?:known|credited|billed)(?: (?:professionally|simply|mononymously|also))?(?: as| by (?:his|her|their|the) (?:stage |pen )?name)? ["'“]?(\p{Lu}[\p{L}\p{N}'’-]*(?: \p{Lu}[\p{L}\p{N}'’-]*){0,3})/u

type Name = readonly string[]

/**
 * What a text without a title is about, by its first words: the subject of the first sentence, the capital run that it opens with, what a person with middle
 * names is called for short, and what the text says it is known as. The most telling comes first. Empty where the text opens in another way.
 */
export function leadNames(text: string): readonly Name[] {
  const window = foldAccents(text.slice(0, WINDOW_CHARACTERS))
  const opening = window.replace(OPENING, '')
  const subject = SUBJECT.exec(opening)?.[1] ?? ''
  const run = nameTokens(OPENING_RUN.exec(opening)?.[0] ?? '')
  const candidates: readonly Name[] = [
    /^[\p{Lu}\p{N}]/u.test(subject) ? nameTokens(subject) : [],
    // One capital word may open any sentence.
    run.length > 1 ? run : [],
    ...shortNames(subject),
    nameTokens(KNOWN_AS.exec(window)?.[1] ?? ''),
  ]
  return Array.from(new Map(candidates.filter(isLeadName).map((tokens) => [nameKey(tokens), tokens])).values())
}

function isLeadName(tokens: Name): boolean {
  const [first = ''] = tokens
  return isNameable(tokens) && tokens.length <= MAX_TOKENS && !OPENERS.has(first) && !STOP_WORDS.has(first)
}

/** First and last name, nickname and last name. */
function shortNames(subject: string): readonly Name[] {
  if (!FULL_NAME.test(subject)) return []
  const words = subject.split(' ')
  const callNames = [words[0]!, ...words.filter((word) => NICKNAME.test(word))]
  return callNames.map((name) => nameTokens(`${name} ${words.at(-1)!}`))
}
