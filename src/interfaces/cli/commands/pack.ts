import { type Command, Option } from 'commander'
import type { ContextIndex, PackOptions } from '../../../index.ts'
import { defined } from '../defined.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { readText } from '../input.ts'
import { packToJson } from '../json.ts'
import {
  budgetOption,
  type CommonOptions,
  collect,
  embedderOption,
  type FilterOptions,
  filterOf,
  filterOptions,
  indexOption,
  jsonOption,
  limitOption,
  modelOption,
  queryFileOption,
  quietOption,
  required,
  tokenizerOption,
  wholeNumber,
} from '../options.ts'
import { answerEach, readQueries } from '../queries.ts'
import { renderDecisions } from '../render-decisions.ts'
import { renderEmptiness, renderProof } from '../render-pack.ts'
import { type Session, withIndex } from '../session.ts'
import { noteWrapped } from '../wrap.ts'

const VERIFY_MODES = ['always', 'when-mismatched'] as const

interface PackCommandOptions extends CommonOptions, FilterOptions {
  readonly index: string
  readonly budget?: number
  readonly tokenizer?: string
  readonly model?: string
  readonly embedder?: string
  readonly queryFile?: string
  readonly explain?: true
  readonly limit?: number
  readonly pin?: readonly string[]
  readonly preambleFile?: string
  readonly reserve?: number
  readonly fill: boolean
  readonly verify?: (typeof VERIFY_MODES)[number]
  readonly appendQuery?: true
  readonly stamp?: string
}

export function registerPack(program: Command, session: Session): void {
  const command = program
    .command('pack')
    .argument('[query...]', 'the question')
    .summary('print the context for a question, within a token budget')
    .description(
      'Prints the context for a question. The text is counted with the tokenizer of the model that will read it, and is never over the budget.',
    )
    .addOption(indexOption())
    .addOption(budgetOption())
    .addOption(tokenizerOption('the tokenizer of the model that will read the text'))
    .addOption(modelOption())
    .addOption(queryFileOption())
    .option('--explain', 'say for each candidate why it is in or out')
  for (const option of filterOptions()) command.addOption(option)
  command
    .option('--pin <uri|ref>', 'pack this first, whatever the question (repeatable)', collect('The pin'))
    .option('--preamble-file <file>', 'print this text first')
    .option('--reserve <tokens>', 'keep this much of the budget free', wholeNumber('The reserve', 0))
    .option('--no-fill', 'leave room unused that only excerpts or lesser units would fill')
    .addOption(new Option('--verify <mode>', 'count always, or only if stored counts prove less').choices(VERIFY_MODES))
    .option('--append-query', 'print the question last')
    .option('--stamp <text>', 'print this text after everything else')
    .addOption(limitOption('consider at most this many candidates'))
    .addOption(embedderOption('the embedder that the index was built with'))
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText('after', '\nExample:\n  packgraph pack "How are spans stored?" --budget 2000 --model gpt-4o')
    .action(async (words: string[], options: PackCommandOptions) => {
      const budget = required(options.budget, '--budget')
      const asked = await readQueries(session, words, options.queryFile)
      const packOptions = await resolveOptions(options, session)
      const opening = defined({ readOnly: true, embedder: options.embedder })
      session.finish(
        await withIndex(options.index, opening, async (index) =>
          typeof asked === 'string'
            ? packOne(index, asked, budget, packOptions, options, session)
            : answerEach(session, asked, async (query) =>
                packToJson(await index.pack(query, budget, packOptions), options.explain === true),
              ),
        ),
      )
    })
}

async function resolveOptions(options: PackCommandOptions, session: Session): Promise<PackOptions> {
  return defined({
    tokenizer: options.tokenizer,
    model: options.model,
    filter: filterOf(options),
    preamble: options.preambleFile === undefined ? undefined : await readText(session, options.preambleFile),
    reserveTokens: options.reserve,
    pin: options.pin,
    fill: options.fill,
    verify: options.verify,
    limit: options.limit,
    appendQuery: options.appendQuery,
    stamp: options.stamp,
    signal: session.signal,
  })
}

async function packOne(
  index: ContextIndex,
  query: string,
  budget: number,
  packOptions: PackOptions,
  options: PackCommandOptions,
  { terminal }: Session,
): Promise<ExitCode> {
  const pack = await index.pack(query, budget, packOptions)
  const emptiness = renderEmptiness(pack, packOptions.filter !== undefined)
  if (options.json) {
    if (emptiness) noteWrapped(terminal, emptiness)
    terminal.writeJson(packToJson(pack, options.explain === true))
    return EXIT.done
  }
  terminal.write(pack.text)
  // A pipe gets the very bytes that were counted; a person's prompt should begin on a line of its own.
  if (terminal.host.stdout.isTTY && pack.text !== '' && !pack.text.endsWith('\n')) terminal.write('\n')
  if (options.explain) for (const line of renderDecisions(pack.decisions)) terminal.complain(line)
  for (const line of renderProof(pack)) noteWrapped(terminal, line)
  if (emptiness) noteWrapped(terminal, emptiness)
  return EXIT.done
}
