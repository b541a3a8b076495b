import type { Command } from 'commander'
import { defined } from '../defined.ts'
import { EXIT } from '../exit-codes.ts'
import { formatCount } from '../format.ts'
import {
  type CommonOptions,
  embedderOption,
  indexOption,
  jsonOption,
  quietOption,
  tokenizerOption,
} from '../options.ts'
import { prepareGraph } from '../prepare-graph.ts'
import { startProgress } from '../progress.ts'
import { type Session, withIndex } from '../session.ts'

interface RebuildOptions extends CommonOptions {
  readonly index: string
  readonly tokenizer?: string
  readonly embedder?: string
}

export function registerRebuild(program: Command, { terminal, signal, finish }: Session): void {
  program
    .command('rebuild')
    .summary('make everything derived anew from the stored originals')
    .description(
      'Makes units, entities, token costs and vectors anew from the stored originals, and deletes what belongs to nothing. The sources are not needed. What cannot be restored is listed.',
    )
    .addOption(indexOption())
    .addOption(tokenizerOption('counts the stored token costs (default: heuristic)'))
    .addOption(embedderOption('the one that the index was built with (default: static)'))
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText('after', '\nExample:\n  packgraph rebuild && packgraph verify')
    .action(async (options: RebuildOptions) => {
      const opening = defined({ create: false, tokenizer: options.tokenizer, embedder: options.embedder })
      const report = await withIndex(options.index, opening, async (index) => {
        const progress = await startProgress({ terminal, signal })
        const rebuilt = await index.rebuild({ onEvent: progress.listen, signal }).finally(progress.end)
        await prepareGraph(index, { terminal, signal })
        return rebuilt
      })
      if (options.json) terminal.writeJson(report)
      else {
        const { documentsRebuilt, hyperedges } = report
        terminal.write(`rebuilt ${formatCount(documentsRebuilt, 'document')}, ${formatCount(hyperedges, 'unit')}\n`)
      }
      for (const { uri, reason } of report.failed) {
        terminal.complain(`${terminal.styleNote('red', 'failed')} ${uri}: ${reason}`)
      }
      finish(report.failed.length > 0 ? EXIT.partlyDone : EXIT.done)
    })
}
