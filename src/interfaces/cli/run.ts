import { setImmediate } from 'node:timers/promises'
import type { Command } from 'commander'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { reasonOf } from './input.ts'
import { listenForInterruption } from './interruption.ts'
import { createProgram } from './program.ts'
import { complain, reportError } from './report-error.ts'
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
  const outcome = { exitCode: EXIT.done as ExitCode, endsByInterruption: false }
  const program = createProgram({
    terminal,
    signal: interruption.signal,
    finish: (exitCode) => {
      outcome.exitCode = exitCode
    },
    expectInterruption: () => {
      outcome.endsByInterruption = true
    },
  })
  try {
    await program.parseAsync(withoutUnknownHelp(parameters, program), { from: 'user' })
  } catch (error) {
    if (!terminal.outputClosed) outcome.exitCode = reportError(error, terminal)
  } finally {
    interruption.dispose()
  }
  // A failed write is told in a later turn, perhaps after the last one.
  await setImmediate()
  if (terminal.outputError) {
    complain(terminal, `the result cannot be written: ${reasonOf(terminal.outputError)}`, undefined)
    return EXIT.failed
  }
  return interruption.byUser && !outcome.endsByInterruption ? EXIT.interrupted : outcome.exitCode
}

/** For `help pakc` commander prints all help there is. As `pakc` it tells the nearest command. */
function withoutUnknownHelp(parameters: readonly string[], { commands }: Command): readonly string[] {
  const [first, name = ''] = parameters
  const isUnknown =
    name !== '' && name !== 'help' && !name.startsWith('-') && !commands.some((known) => known.name() === name)
  return first === 'help' && isUnknown ? [name] : parameters
}
