import { type ErrorCode, PackgraphError } from '../domain/errors.ts'

const STORE_FAILURES: ReadonlySet<ErrorCode> = new Set([
  'INDEX_BUSY',
  'INDEX_GONE',
  'INDEX_INVALID',
  'INDEX_IO',
  'INDEX_READ_ONLY',
])

/** Whether an error says that a store cannot be written to, through no fault of what was to be written, nor of ours. */
export function isStoreFailure(error: unknown): boolean {
  return error instanceof PackgraphError && STORE_FAILURES.has(error.code)
}
