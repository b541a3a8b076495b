import { Command } from 'commander'
import { registerCompress } from './commands/compress.ts'
import { registerCount } from './commands/count.ts'
import { registerEval } from './commands/eval.ts'
import { registerExpand } from './commands/expand.ts'
import { registerIndex } from './commands/index-paths.ts'
import { registerList } from './commands/list.ts'
import { registerMcp } from './commands/mcp.ts'
import { registerPack } from './commands/pack.ts'
import { registerQuickstart } from './commands/quickstart.ts'
import { registerRebuild } from './commands/rebuild.ts'
import { registerRecost } from './commands/recost.ts'
import { registerRemove } from './commands/remove.ts'
import { registerRename } from './commands/rename.ts'
import { registerRequest } from './commands/request.ts'
import { registerSavings } from './commands/savings.ts'
import { registerSearch } from './commands/search.ts'
import { registerShow } from './commands/show.ts'
import { registerSlim } from './commands/slim.ts'
import { registerStatus } from './commands/status.ts'
import { registerVerify } from './commands/verify.ts'
import { packageVersion } from './package-version.ts'
import { complain } from './report-error.ts'
import type { Session } from './session.ts'
import type { Terminal } from './terminal.ts'

const REGISTER = [
  registerIndex,
  registerPack,
  registerSearch,
  registerShow,
  registerList,
  registerStatus,
  registerSavings,
  registerRemove,
  registerRename,
  registerRecost,
  registerVerify,
  registerRebuild,
  registerCompress,
  registerRequest,
  registerSlim,
  registerExpand,
  registerCount,
  registerMcp,
  registerEval,
  registerQuickstart,
]

/** The whole command line. Parsing throws commander's errors, whose messages have been printed by then. */
export function createProgram(session: Session): Command {
  const { terminal } = session
  // Commands inherit what is set before they are made.
  const program = new Command('packgraph')
    .description('Packs the context that a language model needs into the tokens that it has.')
    .version(packageVersion(), '--version')
    .helpOption('-h, --help', 'display help')
    .helpCommand('help [command]', 'display help for a command')
    .exitOverride()
    .configureOutput({
      writeOut: terminal.write,
      writeErr: (text) => terminal.complain(text.trimEnd()),
      outputError: (text) => reportUsage(text, 'packgraph', terminal),
    })
    .hook('preAction', (_, command) => {
      if (command.opts().quiet === true) terminal.silence()
    })
    .addHelpText(
      'after',
      '\nTo begin:\n  packgraph index docs\n  packgraph pack "How do I install it?" --budget 2000 --model gpt-4o',
    )
  for (const register of REGISTER) register(program, session)
  nameErrors(program, 'packgraph', terminal)
  return program
}

/** Lets each command, and each command within one, point to its own help. */
function nameErrors(parent: Command, path: string, terminal: Terminal): void {
  for (const command of parent.commands) {
    const name = `${path} ${command.name()}`
    command.configureOutput({ outputError: (text) => reportUsage(text, name, terminal) })
    nameErrors(command, name, terminal)
  }
}

/** Turns commander's message into one line and a hint, as for every other expected error. */
function reportUsage(text: string, command: string, terminal: Terminal): void {
  const [message = '', suggestion] = text
    .replace(/^error: /, '')
    .trim()
    .split('\n')
  const nearest = suggestion?.match(/^\(Did you mean (.+)\?\)$/)?.[1]
  const hint = nearest ? `Did you mean ${nearest}? ` : ''
  complain(terminal, message, `${hint}See ${command} --help.`)
}
