import { splitSentences } from '../../domain/text/sentences.ts'
import { wordsOf } from '../../domain/text/words.ts'
import { NumberList } from './rows.ts'
import type { Vocabulary } from './vocabulary.ts'
import type { WordRow } from './word-row.ts'

/** Every unit's words in order, with sentence bounds. Sentence `s` of unit `u` is row `sentenceStarts[u] + s`. */
export interface WordStream {
  readonly words: Uint32Array
  /** First sentence row of each unit; one more entry at the end. */
  readonly unitSentences: Uint32Array
  /** First word of each sentence row; one more entry at the end. */
  readonly sentenceWords: Uint32Array
}

/** The stream as the name scan reads it: one row that holds every word. */
export function wordRowOf(stream: WordStream, vocabulary: Vocabulary): WordRow {
  const row = { lowers: new Uint32Array(stream.words.length), traits: new Uint8Array(stream.words.length) }
  stream.words.forEach((word, at) => {
    const facts = vocabulary.factsOf(word)
    row.lowers[at] = facts.lower
    row.traits[at] = facts.traits
  })
  return row
}

/** Appends units' words in order. */
export class WordStreamBuilder {
  private readonly words = new NumberList(1 << 16)
  private readonly unitSentences = new NumberList()
  private readonly sentenceWords = new NumberList()
  private readonly vocabulary: Vocabulary

  constructor(vocabulary: Vocabulary) {
    this.vocabulary = vocabulary
    this.unitSentences.push(0)
    this.sentenceWords.push(0)
  }

  /** @returns the ids of the unit's words, in order. */
  addUnit(text: string): readonly number[] {
    const added: number[] = []
    for (const { start, end } of splitSentences(text)) {
      for (const word of wordsOf(text.slice(start, end))) {
        const id = this.vocabulary.internWord(word)
        this.words.push(id)
        added.push(id)
      }
      this.sentenceWords.push(this.words.length)
    }
    this.unitSentences.push(this.sentenceWords.length - 1)
    return added
  }

  build(): WordStream {
    return {
      words: this.words.toArray(),
      unitSentences: this.unitSentences.toArray(),
      sentenceWords: this.sentenceWords.toArray(),
    }
  }
}
