import { type Command, Option } from 'commander'
import type { CompressedRequest, Dialect, EventListener, RequestOptions } from '../../../index.ts'
import { defined } from '../defined.ts'
import { estimatedTokenizer } from '../estimated-tokenizer.ts'
import { EXIT } from '../exit-codes.ts'
import { readText } from '../input.ts'
import {
  type CommonOptions,
  filled,
  jsonOption,
  modelOption,
  quietOption,
  required,
  storeOption,
  tokenizerOption,
} from '../options.ts'
import { startProgress } from '../progress.ts'
import { renderRequest } from '../render-request.ts'
import { isPackgraphError, UsageError } from '../report-error.ts'
import { budgetOrTier, readPolicy } from '../request-policy.ts'
import { type Session, withIndex } from '../session.ts'
import { noteWrapped } from '../wrap.ts'

interface RequestCommandOptions extends CommonOptions {
  readonly store: string
  readonly dialect?: Dialect
  readonly budget?: number | string
  readonly policy?: string
  readonly tokenizer?: string
  readonly model?: string
  readonly summarizer?: string
  readonly session?: string
}

const DIALECTS: readonly Dialect[] = ['openai', 'anthropic', 'ai-sdk']

export function registerRequest(program: Command, session: Session): void {
  program
    .command('request')
    .argument('<file>', 'the request, as JSON ("-": stdin)')
    .summary('shorten a whole chat request to a token budget')
    .description(
      'Prints a chat request (messages, tools and all) that fits a token budget: the cheapest means first, instructions untouched, calls and results together. What is left out of its history is stored, and "expand" gives it back.',
    )
    .addOption(new Option('--dialect <name>', 'the shape of the request (required)').choices(DIALECTS))
    .addOption(
      new Option('--budget <tokens>', 'the most tokens that the request may have, or the name of a tier').argParser(
        budgetOrTier,
      ),
    )
    .addOption(
      new Option('--policy <file>', 'a JSON file, or the name of a preset: how it is shortened').argParser(
        filled('The policy'),
      ),
    )
    .addOption(tokenizerOption('the tokenizer of the model that will read it'))
    .addOption(modelOption())
    .addOption(storeOption())
    .addOption(
      new Option(
        '--summarizer <name>',
        'ask a model for summaries of documents and old turns: openai:<model>; where it fails or drops a fact, sentences and lines are kept',
      ).argParser(filled('The summarizer')),
    )
    .addOption(
      new Option('--session <id>', 'the conversation, as the ledger is to know it').argParser(filled('The session')),
    )
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText('after', '\nExample:\n  packgraph request chat.json --dialect openai --budget 12000 > short.json')
    .action(async (file: string, options: RequestCommandOptions) => {
      const { terminal, finish } = session
      const dialect = required(options.dialect, '--dialect')
      const policy = await readPolicy(options, session)
      const request = parseRequest(await readText(session, file), file)
      const progress = await startProgress(session)
      const compressed = await withIndex(options.store, {}, (index) =>
        withTokenizer({ ...options, dialect }, session, progress.listen, (requestOptions) =>
          index.compressRequest(request, policy, requestOptions),
        ),
      ).finally(progress.end)
      if (options.json) terminal.writeJson(compressed)
      else terminal.writeJson(compressed.request, 'line')
      for (const line of renderRequest(compressed.report)) noteWrapped(terminal, line)
      finish(EXIT.done)
    })
}

/** Where neither the command nor the request names a tokenizer that is known, most models are near enough to one that is, and the result says that it is an estimate. */
async function withTokenizer(
  {
    dialect,
    tokenizer,
    model,
    summarizer,
    session,
  }: Pick<RequestCommandOptions, 'tokenizer' | 'model' | 'summarizer' | 'session'> & { readonly dialect: Dialect },
  { signal, terminal }: Session,
  onEvent: EventListener,
  compress: (options: RequestOptions) => Promise<CompressedRequest>,
): Promise<CompressedRequest> {
  const options = { dialect, onEvent, signal, ...defined({ summarizer, sessionId: session }) }
  try {
    return await compress({ ...options, ...defined({ tokenizer, model }) })
  } catch (error) {
    if (!isPackgraphError(error) || error.code !== 'TOKENIZER_REQUIRED') throw error
    const estimate = await estimatedTokenizer()
    noteWrapped(terminal, `${error.message}: counts are estimates by ${estimate.identity}`)
    return await compress({ ...options, tokenizer: estimate })
  }
}

function parseRequest(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${file === '-' ? 'stdin' : file} is not JSON`, 'Give one chat request, as its body is sent.')
  }
}
