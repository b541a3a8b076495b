import { describe, expect, it } from 'vitest'
import { ERROR_CODES } from '../../../src/domain/errors.ts'
import { EXIT, exitCodeOf } from '../../../src/interfaces/cli/exit-codes.ts'

describe('exit codes', () => {
  it('are pinned', () => {
    expect(EXIT).toEqual({ done: 0, failed: 1, wrongUse: 2, budget: 3, partlyDone: 4, interrupted: 130 })
  })

  it('of expected errors are pinned; all others are wrong use', () => {
    const special = ERROR_CODES.filter((code) => exitCodeOf(code) !== EXIT.wrongUse)
    expect(Object.fromEntries(special.map((code) => [code, exitCodeOf(code)]))).toEqual({
      BUDGET: 3,
      CANCELLED: 130,
      EMBEDDER_FAILED: 1,
      INDEX_BUSY: 1,
      INDEX_CLOSED: 1,
      INDEX_GONE: 1,
      INDEX_IO: 1,
      SUMMARIZER_FAILED: 1,
      TOKENIZER_FAILED: 1,
      WORKER_FAILED: 1,
    })
  })
})
