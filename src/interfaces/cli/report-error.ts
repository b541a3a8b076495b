import { CommanderError } from 'commander'
import type { ErrorCode, PackgraphError } from '../../index.ts'
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

/** What to do in the words of the command line, where the library's hint speaks of its own options and calls. */
const HINTS: Partial<Record<ErrorCode, string>> = {
  INDEX_BUSY: 'Repeat when it is done.',
  INDEX_GONE: 'Run the command again.',
  INDEX_READ_ONLY: 'Run the command where the index file and its folder can be written.',
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
    complain(terminal, error.message, hintFor(error))
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
  const hint = hintFor(error)
  return { code: error.code, message: error.message, ...(hint ? { hint } : {}) }
}

function hintFor({ code, hint, facts }: PackgraphError): string | undefined {
  if (code === 'BUDGET' && hint?.includes('allowOver'))
    return `Give --budget ${String(facts.neededTokens)} or more, or take the least possible text over the budget with --allow-over.`
  return HINTS[code] ?? hint
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ')
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? '' : `\ncaused by: ${describe(error.cause)}`
  return `${error.stack ?? error.message}${cause}`
}
