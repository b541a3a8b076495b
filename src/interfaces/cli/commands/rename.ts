import type { Command } from 'commander'
import { defined } from '../defined.ts'
import { EXIT } from '../exit-codes.ts'
import { type CommonOptions, collectionOption, indexOption, jsonOption, quietOption } from '../options.ts'
import { type Session, withIndex } from '../session.ts'

interface RenameOptions extends CommonOptions {
  readonly index: string
  readonly collection?: string
}

export function registerRename(program: Command, { terminal, finish }: Session): void {
  program
    .command('rename')
    .argument('<from>', 'the uri that the document has')
    .argument('<to>', 'the uri that it is to have')
    .summary('give a document another uri')
    .description('Gives a document another uri without indexing it again.')
    .addOption(indexOption())
    .addOption(collectionOption('the collection that it is in (default: "default")'))
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText('after', '\nExample:\n  packgraph rename guide/setup.md guide/install.md')
    .action(async (from: string, to: string, options: RenameOptions) => {
      await withIndex(options.index, { create: false }, (index) =>
        index.rename(from, to, defined({ collection: options.collection })),
      )
      if (options.json) terminal.writeJson({ from, to })
      else terminal.write(`renamed ${from} to ${to}\n`)
      finish(EXIT.done)
    })
}
