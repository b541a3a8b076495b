/** Every code that a {@link PackgraphError} can carry. Codes are stable: programs may switch on them. */
export const ERROR_CODES = [
  'BUDGET', // the budget is not a positive whole number, or what must be packed does not fit in it
  'CANCELLED', // an AbortSignal fired
  'DECODE', // bytes are not text in a known encoding
  'EMBEDDER_FAILED', // the embedder broke its contract or its service failed
  'EMBEDDER_MISMATCH', // the index was built with another embedder
  'EMBEDDER_UNAVAILABLE', // a package, model folder or service for the embedder is missing
  'INDEX_BUSY', // another process held the write lock for too long
  'INDEX_CLOSED', // the index was closed
  'INDEX_GONE', // the index file was removed or replaced while open
  'INDEX_INVALID', // the file is not a packgraph index, or it is damaged
  'INDEX_IO', // the index file could not be read or written: disk full, failing, or no permission
  'INDEX_NEWER', // the index was written by a newer version
  'INDEX_NOT_FOUND', // there is no index file at that path
  'INDEX_READ_ONLY', // the index cannot be written to
  'INPUT', // a document, file or query is not acceptable
  'INVALID_OPTION', // an option is unknown or has an unacceptable value
  'INVALID_REFERENCE', // a ref has the wrong form or points outside its original
  'NOT_FOUND', // a document, original or unit is not in the index
  'REQUEST_INVALID', // no form of a request that fits its budget passes the checks
  'SUMMARIZER_FAILED', // the service that shortens prose failed or answered nonsense
  'TOKENIZER_FAILED', // a tokenizer broke its contract: what it counted is no number of tokens
  'TOKENIZER_REQUIRED', // a proof needs the generation model's tokenizer and none was named
  'TOKENIZER_UNAVAILABLE', // a tokenizer's file cannot be read
  'UNKNOWN_MODEL', // no tokenizer is known for this model name
  'UNKNOWN_TOKENIZER', // no tokenizer has this name
  'WORKER_FAILED', // a worker thread ended before its work was done
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

export interface ErrorDetails {
  /** The facts of the case: limits, actual values, names. Plain data. */
  readonly facts?: Readonly<Record<string, unknown>>
  /** What the reader can do about it, as one sentence. */
  readonly hint?: string
  readonly cause?: unknown
}

/** The only error that packgraph throws on purpose. The message says what happened, the limit and the actual value. */
export class PackgraphError extends Error {
  readonly code: ErrorCode
  readonly facts: Readonly<Record<string, unknown>>
  readonly hint: string | undefined

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'PackgraphError'
    this.code = code
    this.facts = details.facts ?? {}
    this.hint = details.hint
  }
}

/** The budget is unusable or cannot be met. `facts` names `budgetTokens` and, where known, `neededTokens`. */
export class BudgetError extends PackgraphError {
  constructor(message: string, details: ErrorDetails = {}) {
    super('BUDGET', message, details)
    this.name = 'BudgetError'
  }
}

/** @throws PackgraphError `CANCELLED` when the signal has fired. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new PackgraphError('CANCELLED', 'the operation was cancelled', { cause: signal.reason })
}
