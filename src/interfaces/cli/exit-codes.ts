import type { ErrorCode } from '../../index.ts'

/** What the process tells its caller. Pinned: scripts rely on these numbers. */
export const EXIT = {
  done: 0,
  /** A defect of packgraph, or a failure of what it stands on (a busy index, a failing embedder). */
  failed: 1,
  /** The command, its options or its input cannot be used as given. */
  wrongUse: 2,
  /** What must be packed does not fit in the budget. */
  budget: 3,
  /** Some of what was asked for was done; what failed is listed. */
  partlyDone: 4,
  interrupted: 130,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

const BY_ERROR_CODE: Readonly<Record<ErrorCode, ExitCode>> = {
  BUDGET: EXIT.budget,
  CANCELLED: EXIT.interrupted,
  DECODE: EXIT.wrongUse,
  EMBEDDER_FAILED: EXIT.failed,
  EMBEDDER_MISMATCH: EXIT.wrongUse,
  EMBEDDER_UNAVAILABLE: EXIT.wrongUse,
  INDEX_BUSY: EXIT.failed,
  INDEX_CLOSED: EXIT.failed,
  INDEX_GONE: EXIT.failed,
  INDEX_INVALID: EXIT.wrongUse,
  INDEX_IO: EXIT.failed,
  INDEX_NEWER: EXIT.wrongUse,
  INDEX_NOT_FOUND: EXIT.wrongUse,
  INDEX_READ_ONLY: EXIT.wrongUse,
  INPUT: EXIT.wrongUse,
  INVALID_OPTION: EXIT.wrongUse,
  INVALID_REFERENCE: EXIT.wrongUse,
  NOT_FOUND: EXIT.wrongUse,
  REQUEST_INVALID: EXIT.wrongUse,
  SUMMARIZER_FAILED: EXIT.failed,
  TOKENIZER_FAILED: EXIT.failed,
  TOKENIZER_REQUIRED: EXIT.wrongUse,
  TOKENIZER_UNAVAILABLE: EXIT.wrongUse,
  UNKNOWN_MODEL: EXIT.wrongUse,
  UNKNOWN_TOKENIZER: EXIT.wrongUse,
  WORKER_FAILED: EXIT.failed,
}

/** The exit code for an expected error. */
export function exitCodeOf(code: ErrorCode): ExitCode {
  return BY_ERROR_CODE[code]
}
