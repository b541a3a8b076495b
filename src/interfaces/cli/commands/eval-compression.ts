import { type Command, Option } from 'commander'
import { defined } from '../defined.ts'
import { startEvaluationProgress } from '../evaluation-progress.ts'
import { EXIT } from '../exit-codes.ts'
import { type CommonOptions, jsonOption, quietOption, required, tokenizerOption } from '../options.ts'
import type { Session } from '../session.ts'
import { ownDataset, ownResultsFolder, wholeNumbers } from './eval-output.ts'

interface CompressionEvalOptions extends CommonOptions {
  readonly data?: string
  readonly keep: readonly number[]
  readonly tokenizer?: string
  readonly out?: string
}

const KEEP_PERCENTS = [50, 30]
const OWN_CONVERSATIONS = 'conversations'

export function registerCompression(parent: Command, session: Session): void {
  parent
    .command('compression')
    .summary('compare ways to keep conversations within a budget')
    .description(
      'Replays conversations call by call, each request within a budget of its system prompt, its tools and a share of the history: by "request" with its levels, by dropping what is oldest, and by clearing results. Measures the facts that the next answer quotes, and what the calls cost with a prompt cache.',
    )
    .option('--data <path>', 'a .jsonl file of conversations, or a folder of them (default in a clone: its own)')
    .addOption(
      new Option('--keep <list>', 'per cents of the history to keep, separated by commas')
        .argParser(wholeNumbers)
        .default(KEEP_PERCENTS, KEEP_PERCENTS.join(',')),
    )
    .addOption(tokenizerOption('the tokenizer that counts requests (default: tiktoken:o200k_base)'))
    .option('--out <folder>', 'write JSON, Markdown and an HTML report here')
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText('after', '\nExample:\n  packgraph eval compression --data my-conversations --keep 50,30 --json')
    .action((options: CompressionEvalOptions) => evaluate(session, options))
}

async function evaluate({ terminal, signal, finish }: Session, options: CompressionEvalOptions): Promise<void> {
  const path = required(options.data ?? ownDataset(OWN_CONVERSATIONS), '--data')
  const harness = await import('packgraph/eval')
  const transcripts = await harness.readTranscripts(path)
  const progress = await startEvaluationProgress({ terminal, signal })
  try {
    const report = await harness.evaluateCompression(transcripts, {
      keepPercents: options.keep,
      onProgress: progress.show,
      signal,
      ...defined({ tokenizer: options.tokenizer }),
    })
    progress.end()
    if (options.json) terminal.writeJson(report)
    else terminal.write(harness.compressionMarkdown(report))
    const out = options.out ?? ownResultsFolder(transcripts.name)
    for (const file of out === undefined ? [] : await harness.writeReports(out, report)) terminal.note(`wrote ${file}`)
  } finally {
    progress.end()
  }
  finish(EXIT.done)
}
