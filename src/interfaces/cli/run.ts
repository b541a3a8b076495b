import { EXIT, type ExitCode } from './exit-codes.ts'
import { listenForInterruption } from './interruption.ts'
import { createProgram } from './program.ts'
import { reportError } from './report-error.ts'
import { createTerminal, type Host } from './terminal.ts'

/**
 * Runs one command line to its end.
 * @param parameters what follows `packgraph`.
 * @returns the exit code; nothing is thrown and the process is not ended.
 */
export async function run(parameters: readonly string[], host: Host): Promise<ExitCode> {
  const interruption = listenForInterruption(() =>
    terminal.note('stopping cleanly; press Ctrl-C again to stop at once'),
  )
  const terminal = createTerminal(host, interruption.stop)
  const outcome = { exitCode: EXIT.done as ExitCode }
  const program = createProgram({
    terminal,
    signal: interruption.signal,
    finish: (exitCode) => {
      outcome.exitCode = exitCode
    },
  })
  try {
    await program.parseAsync(parameters, { from: 'user' })
  } catch (error) {
    if (terminal.outputClosed) return EXIT.done
    outcome.exitCode = reportError(error, terminal)
  } finally {
    interruption.dispose()
  }
  return interruption.byUser ? EXIT.interrupted : outcome.exitCode
}
