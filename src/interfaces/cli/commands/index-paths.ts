import type { Command } from 'commander'
import type { ContextIndex } from '../../../index.ts'
import { defined } from '../defined.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { formatCount } from '../format.ts'
import { createFolderOf } from '../index-folder.ts'
import {
  type CommonOptions,
  collectionOption,
  embedderOption,
  indexOption,
  jsonOption,
  maxFileBytesOption,
  quietOption,
  tokenizerOption,
  workersOption,
} from '../options.ts'
import { prepareGraph } from '../prepare-graph.ts'
import { startProgress } from '../progress.ts'
import { noteFailures, renderAddReport } from '../render-report.ts'
import { type Session, withIndex } from '../session.ts'

interface IndexOptions extends CommonOptions {
  readonly index: string
  readonly tokenizer?: string
  readonly embedder?: string
  readonly collection?: string
  readonly latin1?: true
  readonly prune: boolean
  readonly maxFileBytes?: number
  readonly workers?: number
}

export function registerIndex(program: Command, session: Session): void {
  program
    .command('index')
    .argument('<paths...>', 'folders, files and .jsonl or .jsonl.gz corpora')
    .summary('add or refresh documents')
    .description(
      'Adds folders, files and corpora to the index, which is created if need be. What has not changed since the last time is skipped.',
    )
    .addOption(indexOption())
    .addOption(tokenizerOption('counts the stored token costs (default: heuristic)'))
    .addOption(embedderOption('turns texts into vectors (default: static)'))
    .addOption(collectionOption('for documents that name none (default: "default")'))
    .option('--latin1', 'read files that are not Unicode as Latin-1 instead of skipping them')
    .option('--no-prune', 'keep documents whose file is gone')
    .addOption(maxFileBytesOption())
    .addOption(workersOption())
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText('after', '\nExample:\n  packgraph index docs README.md --index book.packgraph')
    .action(async (paths: string[], options: IndexOptions) => {
      await createFolderOf(options.index)
      const opening = defined({ create: true, tokenizer: options.tokenizer, embedder: options.embedder })
      const exitCode = await withIndex(options.index, opening, async (index) => {
        const added = await addPaths(index, paths, options, session)
        await prepareGraph(index, session)
        return added
      })
      session.finish(exitCode)
    })
}

async function addPaths(
  index: ContextIndex,
  paths: readonly string[],
  options: IndexOptions,
  session: Session,
): Promise<ExitCode> {
  const { terminal, signal } = session
  const progress = await startProgress(session)
  const startMs = performance.now()
  try {
    const report = await index.addFiles(
      paths,
      defined({
        collection: options.collection,
        latin1: options.latin1,
        prune: options.prune,
        maxFileBytes: options.maxFileBytes,
        workers: options.workers,
        onEvent: progress.listen,
        signal,
      }),
    )
    progress.end()
    if (options.json) terminal.writeJson(report)
    else terminal.write(renderAddReport(report, performance.now() - startMs))
    noteFailures(report, terminal)
    return report.failed.length > 0 ? EXIT.partlyDone : EXIT.done
  } catch (error) {
    progress.end()
    if (signal.aborted) {
      const committed = formatCount(progress.documentsCommitted, 'document')
      terminal.note(`interrupted: ${committed} committed and intact; run the same command again to go on`)
    }
    throw error
  }
}
