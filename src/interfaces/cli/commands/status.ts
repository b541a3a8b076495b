import type { Command } from 'commander'
import { EXIT } from '../exit-codes.ts'
import { type CommonOptions, indexOption, jsonOption, quietOption } from '../options.ts'
import { renderStatus } from '../render-report.ts'
import { type Session, withIndex } from '../session.ts'

interface StatusOptions extends CommonOptions {
  readonly index: string
}

export function registerStatus(program: Command, { terminal, finish }: Session): void {
  program
    .command('status')
    .summary('say what the index holds')
    .description('Says what the index holds and what it was built with.')
    .addOption(indexOption())
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText('after', '\nExample:\n  packgraph status --json')
    .action(async (options: StatusOptions) => {
      const status = await withIndex(options.index, { readOnly: true }, (index) => index.status())
      if (options.json) terminal.writeJson(status)
      else terminal.write(renderStatus(status))
      finish(EXIT.done)
    })
}
