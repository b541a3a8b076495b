import { CommanderError } from 'commander'
import type { PackgraphError } from '../../index.ts'
import { EXIT, type ExitCode, exitCodeOf } from './exit-codes.ts'
import type { Terminal } from './terminal.ts'

/** A mistake in how the command was called that commander cannot see. */
export class UsageError extends Error {
  readonly hint: string | undefined

  constructor(message: string, hint?: string) {
    super(message)
    this.name = 'UsageError'
    this.hint = hint
  }
}

/** What a failed query becomes in a stream of results. */
export interface ErrorObject {
  readonly code: string
  readonly message: string
  readonly hint?: string
}

/**
 * Tells expected errors by name, because loading the class would load the engine, which may be what failed.
 */
export function isPackgraphError(error: unknown): error is PackgraphError {
  return error instanceof Error && (error.name === 'PackgraphError' || error.name === 'BudgetError') && 'code' in error
}

/** One line and a hint for what was to be expected; the stack for what was not. */
export function reportError(error: unknown, terminal: Terminal): ExitCode {
  // Commander has printed its message already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.wrongUse
  if (error instanceof UsageError) {
    complain(terminal, error.message, error.hint)
    return EXIT.wrongUse
  }
  if (isPackgraphError(error)) {
    if (error.code === 'CANCELLED') return EXIT.interrupted
    complain(terminal, error.message, error.hint)
    return exitCodeOf(error.code)
  }
  if (error instanceof Error && error.name === 'AbortError') return EXIT.interrupted
  terminal.complain(`packgraph: unexpected error; this is a defect\n${describe(error)}`)
  return EXIT.failed
}

export function complain(terminal: Terminal, message: string, hint: string | undefined): void {
  terminal.complain(`${terminal.styleNote('red', 'packgraph:')} ${oneLine(message)}`)
  if (hint) terminal.complain(`${terminal.styleNote('yellow', 'hint:')} ${oneLine(hint)}`)
}

/** The form that an error takes where a result was due. */
export function errorObject(error: PackgraphError): ErrorObject {
  return { code: error.code, message: error.message, ...(error.hint ? { hint: error.hint } : {}) }
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ')
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? '' : `\ncaused by: ${describe(error.cause)}`
  return `${error.stack ?? error.message}${cause}`
}
