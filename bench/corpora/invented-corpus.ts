import type { DocumentInput } from '../../src/index.ts'
import { capitalised, nameAt, WORD_COUNT, wordAt } from './invented-words.ts'
import { seededRandom, zipfRanks } from './seeded-random.ts'

/** Sections of a document; each becomes one hyperedge. */
const SECTIONS = 10
const SENTENCES = 4
const MIN_SENTENCE_WORDS = 8
const SENTENCE_WORDS_RANGE = 11
/** Words that a document comes back to; none of them is a word that everybody uses. */
const TOPIC_WORDS = 12
const TOPIC_SHARE = 0.15
const FIRST_TOPIC_RANK = 500
/** How many of the names in sentences are titles of documents, and how many of these are of a neighbour; the others are of whatever is famous. */
const TITLE_SHARE = 0.15
const NEIGHBOUR_SHARE = 0.7
const NEIGHBOURHOOD = 60
/** The other names title nothing; neighbours share them, each in about four sections. */
const FIRST_LOCAL_NAME = 700_000
const LOCAL_NAMES_PER_DOCUMENT = 8
const LOCAL_NAMES_REACH = 40
const HEADINGS = ['Background', 'Costs', 'Decision', 'Examples', 'History', 'Limits', 'Measures', 'Questions', 'Scope']

const rankOfWord = zipfRanks(WORD_COUNT, 1.05, 2.7)
const rankOfFame = zipfRanks(5_000, 1, 10)

export interface InventedCorpusSize {
  /** How many hyperedges the documents become, about: ten a document, rounded up. */
  readonly hyperedges: number
  /** Another seed gives another corpus of the same kind. Default: 1. */
  readonly seed?: number
}

/**
 * Markdown documents whose words fall as in natural text and whose invented names link them: each is titled with a name, mentions titles of its neighbours and
 * of famous documents, shares other names with its neighbours, and comes back to words of its own. A hyperedge has about 60 words, 6 incidences and 35 edges
 * (encyclopaedia articles and specifications have 31 to 35). Made one at a time; the same size and seed give the same bytes.
 */
export function* inventedDocuments(size: InventedCorpusSize): Generator<DocumentInput> {
  const documents = documentCount(size)
  for (let number = 0; number < documents; number++) yield inventedDocument(number, size)
}

/** The document of a number; one beyond the corpus is something to add to it. */
export function inventedDocument(number: number, size: InventedCorpusSize): DocumentInput {
  const writer = new Writer(number, size)
  const title = nameAt(number)
  const sections = Array.from({ length: SECTIONS }, (_, position) => writer.section(position))
  return { uri: `${String(number).padStart(7, '0')}.md`, title, text: `# ${title}\n\n${sections.join('\n\n')}\n` }
}

/** Questions of about ten words: a name and words of its document, every second with the name of a neighbour as well. */
export function* inventedQuestions(count: number, size: InventedCorpusSize): Generator<string> {
  const documents = documentCount(size)
  const random = seededRandom(seedOf(size) ^ 0x5eed)
  for (let question = 0; question < count; question++) {
    const number = Math.floor(random() * documents)
    const [first, second, third] = new Writer(number, size).topics
    yield question % 2 === 0
      ? `Which ${first} did ${nameAt(number)} have for the ${second} and the ${third}?`
      : `Was the ${first} of ${nameAt(number)} about ${second} or from ${nameAt((number + 7) % documents)}?`
  }
}

function documentCount({ hyperedges }: InventedCorpusSize): number {
  return Math.ceil(hyperedges / SECTIONS)
}

function seedOf({ seed = 1 }: InventedCorpusSize): number {
  return seed
}

/** Writes one document from a random sequence of its own, so that it does not depend on the documents before it. */
class Writer {
  readonly topics: readonly string[]
  private readonly number: number
  private readonly documents: number
  private readonly random: () => number

  constructor(number: number, size: InventedCorpusSize) {
    this.number = number
    this.documents = documentCount(size)
    this.random = seededRandom(Math.imul(seedOf(size), 0x9e3779b1) + number)
    this.topics = Array.from({ length: TOPIC_WORDS }, () => wordAt(this.between(FIRST_TOPIC_RANK, WORD_COUNT)))
  }

  section(position: number): string {
    const heading = `${HEADINGS[position % HEADINGS.length]} of the ${this.topics[position % TOPIC_WORDS]}`
    const sentences = Array.from({ length: SENTENCES }, () => this.sentence())
    return `## ${heading}\n\n${sentences.join(' ')}`
  }

  private sentence(): string {
    const words = Array.from(
      { length: this.between(MIN_SENTENCE_WORDS, MIN_SENTENCE_WORDS + SENTENCE_WORDS_RANGE) },
      () => this.word(),
    )
    words.splice(this.between(1, words.length), 0, nameAt(this.mentioned()))
    return `${capitalised(words.join(' '))}.`
  }

  private word(): string {
    return this.random() < TOPIC_SHARE ? this.topics[this.between(0, TOPIC_WORDS)]! : wordAt(rankOfWord(this.random()))
  }

  /** The number of a name that this document mentions. */
  private mentioned(): number {
    if (this.random() >= TITLE_SHARE)
      return FIRST_LOCAL_NAME + this.number * LOCAL_NAMES_PER_DOCUMENT + this.between(0, LOCAL_NAMES_REACH)
    if (this.random() >= NEIGHBOUR_SHARE) return rankOfFame(this.random()) % this.documents
    return (this.number + this.between(1, NEIGHBOURHOOD)) % this.documents
  }

  private between(low: number, end: number): number {
    return low + Math.floor(this.random() * (end - low))
  }
}
