/** One document of a corpus, as a line of `corpus.jsonl` gives it. Fields that the harness does not know are ignored. */
export interface DatasetDocument {
  readonly id: string
  /** Empty where the line has none. */
  readonly title: string
  readonly text: string
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly mediaType?: string
}

/** A stretch of a gold document that holds evidence. Offsets are UTF-16 units of the document's `text`, end exclusive. */
export interface GoldSentence {
  readonly doc: string
  readonly start: number
  readonly end: number
}

/** One question, as a line of `queries.jsonl` gives it. */
export interface DatasetQuestion {
  readonly id: string
  readonly question: string
  /** The answer and its other spellings; empty where the line has none. */
  readonly answers: readonly string[]
  /** Ids of the documents that hold the evidence; at least one, each once. */
  readonly gold: readonly string[]
  readonly goldSentences: readonly GoldSentence[]
  /** Ids of the documents that the question is asked of together, as one text. */
  readonly candidates?: readonly string[]
  /** The kind of question, for a table by kind. */
  readonly type?: string
}

/** A corpus with the questions that are asked of it. Immutable; `documents` and `questions` are in file order. */
export interface Dataset {
  /** The name of the folder. */
  readonly name: string
  readonly documents: readonly DatasetDocument[]
  readonly questions: readonly DatasetQuestion[]
  /** SHA-256 (hex) of both files: equal fingerprints mean equal figures for equal software. */
  readonly fingerprint: string
}
