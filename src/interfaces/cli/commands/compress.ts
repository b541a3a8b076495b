import { type Command, Option } from 'commander'
import type { Compression, CompressOptions, EventListener } from '../../../index.ts'
import { defined } from '../defined.ts'
import { EXIT } from '../exit-codes.ts'
import { readBytes } from '../input.ts'
import {
  budgetOption,
  type CommonOptions,
  cacheProfileOption,
  filled,
  jsonOption,
  modelOption,
  quietOption,
  required,
  storeOption,
  tokenizerOption,
} from '../options.ts'
import { startProgress } from '../progress.ts'
import { renderCompression, renderEffective } from '../render-compression.ts'
import { type Session, withIndex } from '../session.ts'
import { noteWrapped } from '../wrap.ts'

interface CompressCommandOptions extends CommonOptions {
  readonly store: string
  readonly budget?: number
  readonly tokenizer?: string
  readonly model?: string
  readonly query?: string
  readonly stamp?: string
  readonly summarizer?: string
  readonly allowOver?: true
  readonly cacheProfile?: readonly string[]
}

export function registerCompress(program: Command, session: Session): void {
  program
    .command('compress')
    .argument('<file>', 'a Markdown file ("-": stdin)')
    .summary('shorten a Markdown file to a token budget')
    .description(
      'Stores a Markdown file, then prints it shortened to a token budget: boilerplate goes, then sentences of its prose. Tables, code and headings stay as they are, and each place that was changed has a marker, <!-- pg:src=… -->, which "show" turns back into the stored text.',
    )
    .addOption(budgetOption())
    .addOption(tokenizerOption('the tokenizer of the model that will read the text'))
    .addOption(modelOption())
    .addOption(storeOption())
    .option('--query <text>', 'keep the sentences that have to do with this')
    .addOption(
      new Option(
        '--summarizer <name>',
        'ask a model for summaries: openai:<model>; where it fails or drops a fact, sentences are kept',
      ).argParser(filled('The summarizer')),
    )
    .option('--stamp <text>', 'print this text after everything else')
    .option('--allow-over', 'print the least possible text if the budget cannot be met')
    .addOption(cacheProfileOption())
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText('after', '\nExample:\n  packgraph compress README.md --budget 800 --model gpt-4o > short.md')
    .action(async (file: string, options: CompressCommandOptions) => {
      const { terminal, finish } = session
      const budget = required(options.budget, '--budget')
      const bytes = await readBytes(session, file)
      const progress = await startProgress(session)
      const compression = await withIndex(options.store, {}, (index) =>
        index.compressMarkdown(bytes, budget, compressOptions(options, session, progress.listen)),
      ).finally(progress.end)
      printCompression(compression, options, session)
      for (const line of renderCompression(compression)) noteWrapped(terminal, line)
      // Without a question about caches nobody wants a line for each provider.
      if (options.cacheProfile !== undefined) {
        for (const effective of compression.report.effective) noteWrapped(terminal, renderEffective(effective))
      }
      finish(EXIT.done)
    })
}

function compressOptions(
  options: CompressCommandOptions,
  { signal }: Session,
  onEvent: EventListener,
): CompressOptions {
  const { tokenizer, model, query, summarizer, stamp, allowOver, cacheProfile } = options
  return defined({
    tokenizer,
    model,
    query,
    summarizer,
    stamp,
    allowOver,
    cacheProfiles: cacheProfile,
    onEvent,
    signal,
  })
}

function printCompression(compression: Compression, { json }: CompressCommandOptions, { terminal }: Session): void {
  const { text } = compression
  if (json) {
    terminal.writeJson(compression)
    return
  }
  terminal.write(text)
  // A pipe gets the very bytes that were counted; a person's prompt should begin on a line of its own.
  if (terminal.host.stdout.isTTY && text !== '' && !text.endsWith('\n')) terminal.write('\n')
}
