import type { Command } from 'commander'
import { defined } from '../defined.ts'
import { EXIT } from '../exit-codes.ts'
import { type CommonOptions, collectionOption, jsonOption, quietOption, storeOption } from '../options.ts'
import { type Session, withIndex } from '../session.ts'

interface ShowOptions extends CommonOptions {
  readonly store: string
  readonly collection?: string
}

/** A marker as it stands in compressed texts, whole or in part. */
const MARKER = /^\s*(?:<!--\s*)?pg:src=([^\s>]+?)(?:\s*-->)?\s*$/

export function registerShow(program: Command, { terminal, finish }: Session): void {
  program
    .command('show')
    .argument('<ref>', 'a ref, as search and pack print it; a marker; or <uri>#<start>-<end>')
    .summary('print the stored text behind a ref')
    .description('Prints the text of a span of a stored original, exactly as it was indexed.')
    .addOption(storeOption())
    .addOption(collectionOption('where to look for a uri'))
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText('after', '\nExample:\n  packgraph show guides/start.md#120-560')
    .action(async (reference: string, options: ShowOptions) => {
      const shown = await withIndex(options.store, { readOnly: true }, (index) =>
        index.show(referenceOf(reference), defined({ collection: options.collection })),
      )
      if (options.json) {
        terminal.writeJson(shown)
      } else {
        terminal.write(shown.text)
        if (terminal.host.stdout.isTTY && !shown.text.endsWith('\n')) terminal.write('\n')
        for (const { uri, title } of shown.documents) terminal.note(terminal.styleNote('dim', `from ${uri} (${title})`))
      }
      finish(EXIT.done)
    })
}

function referenceOf(text: string): string {
  return MARKER.exec(text)?.[1] ?? text
}
