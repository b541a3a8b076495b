const ARTICLES = 'a an the'
const PREPOSITIONS = 'of in on at to for from by with into about'
const CONJUNCTIONS = 'and or but if so than then'
const TO_BE = 'is are was were be been being'
const QUESTIONS = 'who whom whose what which when where why how'
const AUXILIARIES = 'do does did has have had can could will would should may might'
const PRONOUNS = 'i me my you your we our he him his she her hers it its they them their this that these those such'
const REST = 'there as not no also'
/** What apostrophes leave behind: it's, don't, I'd, we'll, you're, I've, I'm. */
const REMNANTS = 's t d ll re ve m'

/**
 * English words that carry no topic. The list is fixed: replacing it by document frequency measured worse on every set.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  [ARTICLES, PREPOSITIONS, CONJUNCTIONS, TO_BE, QUESTIONS, AUXILIARIES, PRONOUNS, REST, REMNANTS].join(' ').split(' '),
)
