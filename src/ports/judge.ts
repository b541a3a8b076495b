/** Two answers to one question: that to the compressed request, and that to the whole one. */
export interface JudgedAnswers {
  readonly query: string
  readonly compressedAnswer: string
  readonly fullAnswer: string
}

/** Compares answers, as a person or a model would. */
export interface Judge {
  readonly identity: string
  /** @returns how good the answer to the compressed request is, from 0 to 1, where the other one is 1. */
  judge(answers: JudgedAnswers, options: { readonly signal: AbortSignal | undefined }): Promise<number>
}
