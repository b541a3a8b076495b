import type { Command } from 'commander'
import { defined } from '../defined.ts'
import { EXIT } from '../exit-codes.ts'
import { type CommonOptions, type FilterOptions, filterOf, filterOptions, indexOption, jsonOption } from '../options.ts'
import { type Session, withIndex } from '../session.ts'

interface ListCommandOptions extends CommonOptions, FilterOptions {
  readonly index: string
}

export function registerList(program: Command, session: Session): void {
  const command = program
    .command('list')
    .summary('list the documents of an index')
    .description('Lists the documents of an index by collection and uri: what `remove` and `rename` take.')
    .addOption(indexOption())
  for (const option of filterOptions()) command.addOption(option)
  command
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  packgraph list --uri "guides/*"')
    .action(async (options: ListCommandOptions) => {
      const { terminal } = session
      const documents = await withIndex(options.index, { readOnly: true }, (index) =>
        index.documents(defined({ filter: filterOf(options) })),
      )
      if (options.json) terminal.writeJson({ documents })
      else for (const { uri, title } of documents) terminal.write(title === '' ? `${uri}\n` : `${uri}\t${title}\n`)
      session.finish(EXIT.done)
    })
}
