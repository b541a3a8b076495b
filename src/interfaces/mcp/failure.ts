import type { ErrorCode, PackgraphError } from '../../index.ts'

/** What a caller is told when a call could not be answered: a stable code, what is wrong, and what to do about it. */
export interface Failure {
  /** A code of packgraph's errors, or `DEFECT`. */
  readonly code: ErrorCode | 'DEFECT'
  readonly message: string
  readonly hint?: string
}

/** A call that cannot be answered as it stands, which only this interface can know. */
export class CallError extends Error {
  readonly code: ErrorCode
  readonly hint: string

  constructor(code: ErrorCode, message: string, hint: string) {
    super(message)
    this.name = 'CallError'
    this.code = code
    this.hint = hint
  }
}

/** What to do in the words of a tool's caller, where the library's hint speaks of its own options and calls. */
const HINTS: Partial<Record<ErrorCode, string>> = {
  INDEX_BUSY: 'Another process is writing; call again later.',
  INDEX_GONE: 'Call again.',
  INDEX_NOT_FOUND: 'Build it with `packgraph index`, or start the server with another --index; then call again.',
}

/** Whether an error was to be expected. Told by name, because loading the class would load the engine, which may be what failed. */
export function isExpected(error: unknown): error is PackgraphError | CallError {
  return (
    error instanceof Error && ['PackgraphError', 'BudgetError', 'CallError'].includes(error.name) && 'code' in error
  )
}

/** Never holds a stack: that goes to stderr. */
export function failureOf(error: unknown): Failure {
  if (!isExpected(error)) {
    const reason = error instanceof Error ? error.message : String(error)
    return { code: 'DEFECT', message: `unexpected error; this is a defect of packgraph: ${reason}` }
  }
  const hint = HINTS[error.code] ?? budgetHint(error) ?? error.hint
  return { code: error.code, message: error.message, ...(hint !== undefined && { hint }) }
}

/** Over MCP nothing may be over its budget. */
function budgetHint(error: PackgraphError | CallError): string | undefined {
  if (error.code !== 'BUDGET' || !('facts' in error) || error.facts.protectedTokens === undefined) return undefined
  return `Give budgetTokens ${String(error.facts.neededTokens)} or more, or compress a part of the text.`
}

/** `message Hint.`, for where there is only a line of text. */
export function describeFailure({ code, message, hint }: Failure): string {
  return `${code}: ${message}${hint === undefined ? '' : `\nhint: ${hint}`}`
}
