import type { Command } from 'commander'
import { defined } from '../defined.ts'
import { EXIT } from '../exit-codes.ts'
import { formatCount } from '../format.ts'
import { type CommonOptions, collectionOption, indexOption, jsonOption, quietOption } from '../options.ts'
import { type Session, withIndex } from '../session.ts'

interface RemoveOptions extends CommonOptions {
  readonly index: string
  readonly collection?: string
}

export function registerRemove(program: Command, { terminal, signal, finish }: Session): void {
  program
    .command('remove')
    .argument('<uris...>', 'the documents to remove')
    .summary('remove documents')
    .description('Removes documents with all that only they hold.')
    .addOption(indexOption())
    .addOption(collectionOption('the collection that they are in (default: "default")'))
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText('after', '\nExample:\n  packgraph remove guide/old.md guide/older.md')
    .action(async (uris: string[], options: RemoveOptions) => {
      const report = await withIndex(options.index, { create: false }, (index) =>
        index.remove(uris, defined({ collection: options.collection, signal })),
      )
      if (options.json) terminal.writeJson(report)
      else terminal.write(`removed ${formatCount(report.documentsRemoved, 'document')}\n`)
      for (const uri of report.notFound) terminal.complain(`not in the index: ${uri}`)
      finish(report.notFound.length > 0 ? EXIT.partlyDone : EXIT.done)
    })
}
