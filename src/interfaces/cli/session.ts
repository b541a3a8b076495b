import type { ContextIndex, OpenOptions } from '../../index.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Terminal } from './terminal.ts'

/** What every command is given. */
export interface Session {
  readonly terminal: Terminal
  /** Fires when the user interrupts or nobody reads the output any more. */
  readonly signal: AbortSignal
  /** Sets the exit code of a command that did not throw. */
  finish(exitCode: ExitCode): void
  /** Says that an interrupt is how this command is meant to end: it leaves the exit code as it is. */
  expectInterruption(): void
}

/**
 * Opens an index, hands it to `work` and closes it whatever happens. The engine is loaded here and not before, so that `--help` is quick.
 */
export async function withIndex<Result>(
  path: string,
  options: OpenOptions,
  work: (index: ContextIndex) => Promise<Result>,
): Promise<Result> {
  const { openIndex } = await import('../../index.ts')
  const index = await openIndex(path, options)
  try {
    return await work(index)
  } finally {
    await index.close()
  }
}
