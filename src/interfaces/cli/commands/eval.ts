import { type Command, Option } from 'commander'
import type * as evaluation from 'packgraph/eval'
import type {
  Dataset,
  ExtractionReport,
  M6Report,
  PackReport,
  RetrievalReport,
  RunOptions,
  SessionsReport,
} from 'packgraph/eval'
import { defined } from '../defined.ts'
import { startEvaluationProgress } from '../evaluation-progress.ts'
import { EXIT } from '../exit-codes.ts'
import {
  type CommonOptions,
  collect,
  embedderOption,
  jsonOption,
  modelOption,
  quietOption,
  required,
  tokenizerOption,
  wholeNumber,
} from '../options.ts'
import type { Session } from '../session.ts'
import { registerCompression } from './eval-compression.ts'
import { ownResultsFolder, wholeNumbers } from './eval-output.ts'

type Harness = typeof evaluation
type Report = RetrievalReport | PackReport | M6Report | ExtractionReport | SessionsReport

interface EvalOptions extends CommonOptions {
  readonly dataset?: string
  readonly out?: string
  readonly embedder?: string
}

interface PackEvalOptions extends EvalOptions {
  readonly budgets: readonly number[]
  readonly tokenizer?: string
  readonly model?: string
}

interface M6EvalOptions extends EvalOptions {
  readonly budgets: readonly number[]
  readonly secondTokenizer?: string
}

interface SessionsEvalOptions extends PackEvalOptions {
  readonly questions: number
  readonly recorded?: readonly string[]
}

interface ExtractionEvalOptions extends EvalOptions {
  readonly keep: readonly number[]
  readonly tokenizer?: string
}

const KEEP_PERCENTS = [30, 50]
const DEFAULT_BUDGETS = [128, 256, 512, 1024, 2048]
const SESSION_BUDGETS = [512, 1024, 2048, 4096]
const M6_BUDGETS = [256, 512, 1024, 2048, 4096, 8192]

export function registerEval(program: Command, session: Session): void {
  const command = program
    .command('eval')
    .summary('measure retrieval and packing on questions with known evidence')
    .description(
      'Measures retrieval and packing on a dataset: a folder with corpus.jsonl and queries.jsonl, as docs/evaluation.md describes them.',
    )
    .addHelpText('after', '\nExample:\n  packgraph eval retrieval --dataset my-questions --out results')
  registerRetrieval(command, session)
  registerPack(command, session)
  registerM6(command, session)
  registerExtraction(command, session)
  registerSessions(command, session)
  registerCompression(command, session)
}

function registerRetrieval(parent: Command, session: Session): void {
  const command = parent
    .command('retrieval')
    .summary('compare systems by the documents that they find')
    .description(
      'Ranks the documents for every question with each system: random order, BM25, dense vectors, both, packgraph, and packgraph with a lane left out.',
    )
  addCommonOptions(command, indexingOption())
    .addHelpText('after', '\nExample:\n  packgraph eval retrieval --dataset my-questions --json')
    .action((options: EvalOptions) =>
      evaluate(session, options, async (harness, dataset, run) => {
        const report = await harness.evaluateRetrieval(dataset, { ...run, ...defined({ embedder: options.embedder }) })
        return { report, text: harness.retrievalMarkdown(report) }
      }),
    )
}

function registerPack(parent: Command, session: Session): void {
  const command = parent
    .command('pack')
    .summary('compare policies by what they pack into token budgets')
    .description(
      'Packs every question at every budget with each policy, counts every text again, and measures what is in it.',
    )
    .addOption(budgetsOption(DEFAULT_BUDGETS))
    .addOption(tokenizerOption('the tokenizer of the model that will read the text (default: tiktoken:o200k_base)'))
    .addOption(modelOption())
  addCommonOptions(command, indexingOption())
    .addHelpText('after', '\nExample:\n  packgraph eval pack --dataset my-questions --budgets 512,1024,2048 --json')
    .action(({ budgets, ...options }: PackEvalOptions) =>
      evaluate(session, options, async (harness, dataset, run) => {
        const { tokenizer, model, embedder } = options
        const choices = defined({ tokenizer, model, embedder })
        const report = await harness.evaluatePacking(dataset, { ...run, budgets, ...choices })
        return { report, text: harness.packMarkdown(report) }
      }),
    )
}

function registerM6(parent: Command, session: Session): void {
  const command = parent
    .command('m6')
    .summary('compare the weights that selection may go by')
    .description(
      'Packs every question with stored costs of many makers (exact, heuristic, noisy, constant) and sets the packs against those on exact costs.',
    )
    .addOption(budgetsOption(M6_BUDGETS))
    .option('--second-tokenizer <name>', 'a tokenizer of another family, such as hf:<tokenizer.json>')
  addCommonOptions(command, indexingOption())
    .addHelpText('after', '\nExample:\n  packgraph eval m6 --dataset my-questions --out results')
    .action(({ budgets, ...options }: M6EvalOptions) =>
      evaluate(session, options, async (harness, dataset, run) => {
        const { secondTokenizer, embedder } = options
        const report = await harness.evaluateM6(dataset, { ...run, budgets, ...defined({ secondTokenizer, embedder }) })
        return { report, text: harness.m6Markdown(report) }
      }),
    )
}

function registerExtraction(parent: Command, session: Session): void {
  const command = parent
    .command('extraction')
    .summary('compare ways to shorten texts by what is left in them')
    .description(
      'Shortens the text of each question to shares of its weight: sentences by relevance and by novelty, controls (BM25, first sentences, TextRank, lead, random), and "compress" with its markers. Measures answers, gold sentences, names and numbers that are left.',
    )
    .addOption(
      new Option('--keep <list>', 'per cents to keep, separated by commas')
        .argParser(wholeNumbers)
        .default(KEEP_PERCENTS, KEEP_PERCENTS.join(',')),
    )
    .addOption(tokenizerOption('the tokenizer that counts what "compress" keeps (default: tiktoken:o200k_base)'))
  addCommonOptions(command)
    .addHelpText('after', '\nExample:\n  packgraph eval extraction --dataset my-questions --keep 30,50 --json')
    .action(({ keep, ...options }: ExtractionEvalOptions) =>
      evaluate(session, options, async (harness, dataset, run) => {
        const choices = { keepPercents: keep, ...defined({ tokenizer: options.tokenizer }) }
        const report = await harness.evaluateExtraction(dataset, { ...run, ...choices })
        return { report, text: harness.extractionMarkdown(report) }
      }),
    )
}

function registerSessions(parent: Command, session: Session): void {
  const command = parent
    .command('sessions')
    .summary('compare what sequences of questions cost with a prompt cache')
    .description(
      'Packs questions one after another with and without a session, counts every text again, and sets what the contexts cost with a prompt cache against the evidence in them.',
    )
    .addOption(budgetsOption(SESSION_BUDGETS))
    .addOption(
      new Option('--questions <count>', 'questions in a session').argParser(wholeNumber('The number', 1)).default(5),
    )
    .option(
      '--recorded <file>',
      'hold the cache model against a transcript with usage (repeatable)',
      collect('The file'),
    )
    .addOption(tokenizerOption('the tokenizer of the model that will read the text (default: tiktoken:o200k_base)'))
    .addOption(modelOption())
    .addOption(embedderOption('the embedder to index with'))
  addCommonOptions(command)
    .addHelpText('after', '\nExample:\n  packgraph eval sessions --dataset my-questions --json')
    .action(({ budgets, questions, ...options }: SessionsEvalOptions) =>
      evaluate(session, options, async (harness, dataset, run) => {
        const { tokenizer, model, embedder, recorded } = options
        const choices = defined({ tokenizer, model, embedder, recorded })
        const asked = { budgets, questionsPerSession: questions }
        const report = await harness.evaluateSessions(dataset, { ...run, ...asked, ...choices })
        return { report, text: harness.sessionsMarkdown(report) }
      }),
    )
}

function budgetsOption(budgets: readonly number[]): Option {
  return new Option('--budgets <list>', 'token budgets, separated by commas')
    .argParser(wholeNumbers)
    .default(budgets, budgets.join(','))
}

function addCommonOptions(command: Command, ...own: readonly Option[]): Command {
  command
    .option('--dataset <folder>', 'the folder with corpus.jsonl and queries.jsonl (required)')
    .option('--out <folder>', 'write JSON, Markdown and an HTML report here')
  for (const option of own) command.addOption(option)
  return command.addOption(jsonOption()).addOption(quietOption())
}

const indexingOption = (): Option => embedderOption('the embedder to index with')

/** Reads the dataset, runs, prints and writes. The harness is loaded here and not before, so that `--help` is quick. */
async function evaluate(
  { terminal, signal, finish }: Session,
  options: EvalOptions,
  work: (harness: Harness, dataset: Dataset, run: RunOptions) => Promise<{ report: Report; text: string }>,
): Promise<void> {
  const folder = required(options.dataset, '--dataset')
  const harness = await import('packgraph/eval')
  const dataset = await harness.readDataset(folder)
  const progress = await startEvaluationProgress({ terminal, signal })
  try {
    const { report, text } = await work(harness, dataset, { onProgress: progress.show, signal })
    progress.end()
    if (options.json) terminal.writeJson(summaryOf(report))
    else terminal.write(text)
    const out = options.out ?? ownResultsFolder(dataset.name)
    for (const path of out === undefined ? [] : await harness.writeReports(out, report)) terminal.note(`wrote ${path}`)
  } finally {
    progress.end()
  }
  finish(EXIT.done)
}

/** What `--json` prints: everything but the single questions, which are in the file that `--out` writes. */
function summaryOf(report: Report): object {
  if (report.kind === 'm6' || report.kind === 'extraction' || report.kind === 'sessions') return report
  const { perQuestion: _, ...summary } = report
  return summary
}
