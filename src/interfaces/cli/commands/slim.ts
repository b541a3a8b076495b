import type { Command } from 'commander'
import type { SlimmedOutput, SlimOptions } from '../../../index.ts'
import { defined } from '../defined.ts'
import { EXIT } from '../exit-codes.ts'
import { formatNumber } from '../format.ts'
import { readBytes } from '../input.ts'
import { type CommonOptions, jsonOption, modelOption, quietOption, storeOption, tokenizerOption } from '../options.ts'
import { UsageError } from '../report-error.ts'
import { type Session, withIndex } from '../session.ts'

interface SlimCommandOptions extends CommonOptions {
  readonly store: string
  readonly tokenizer?: string
  readonly model?: string
  readonly tool?: string
  readonly args?: string
  readonly session?: string
  readonly error?: true
  readonly redact: boolean
}

export function registerSlim(program: Command, session: Session): void {
  program
    .command('slim')
    .argument('[file]', 'what a tool printed ("-", or none: stdin)')
    .summary('shorten what a tool printed, so that it can be undone')
    .description(
      'Stores what a tool printed and prints it shortened: JSON as a table without loss, tables and logs by the lines that matter. What would save too little comes out as it went in. The last line says what was left out and how "expand" gives it back.',
    )
    .addOption(tokenizerOption('the tokenizer of the model that will read it'))
    .addOption(modelOption())
    .addOption(storeOption())
    .option('--tool <name>', 'the tool that printed it')
    .option('--args <json>', 'what the tool was called with')
    .option('--session <id>', 'the conversation: the same output again becomes a note')
    .option('--error', 'the tool failed: leave more alone')
    .option('--no-redact', 'store secrets, too')
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText('after', '\nExample:\n  npm test 2>&1 | packgraph slim --model gpt-4o')
    .action(async (file: string | undefined, options: SlimCommandOptions) => {
      const { terminal, finish } = session
      if (file === undefined && terminal.host.stdin.isTTY) {
        throw new UsageError('there is nothing to slim', 'Name a file, or pipe the output of a command in.')
      }
      const bytes = await readBytes(session, file ?? '-')
      const slimmed = await withIndex(options.store, {}, (index) =>
        index.slim(bytes, slimOptions(options, session)),
      ).catch((error: unknown) => {
        // Whoever pipes an output through must not lose it to a misspelt name or a store that is out of order.
        if (!options.json && !session.signal.aborted) terminal.write(bytes)
        throw error
      })
      if (options.json) terminal.writeJson(slimmed)
      else terminal.write(slimmed.adopted ? `${slimmed.text}\n` : bytes)
      terminal.note(terminal.styleNote('dim', summaryOf(slimmed)))
      finish(EXIT.done)
    })
}

function slimOptions(options: SlimCommandOptions, { signal }: Session): SlimOptions {
  const { tokenizer, model, tool, args, session: sessionId, error: isError, redact } = options
  return defined({
    tokenizer,
    model,
    tool,
    args: args === undefined ? undefined : parseArguments(args),
    sessionId,
    isError,
    redact: redact ? undefined : (false as const),
    signal,
  })
}

function parseArguments(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError('--args is not JSON', 'Write for instance --args \'{"path": "src"}\'.')
  }
}

const REASONS: Readonly<Record<NonNullable<SlimmedOutput['reason']>, string>> = {
  small: 'it is small',
  'untouched-tool': 'the output of such a tool is left alone',
  'not-text': 'it is not UTF-8 text',
  'never-sampled': 'every line of it may matter',
  'no-gain': 'too little would be saved',
  'not-stored': 'the store cannot take the original',
}

function summaryOf({ adopted, reason, route, tokensBefore, tokensAfter, tokenizer }: SlimmedOutput): string {
  if (!adopted && reason !== undefined) return `as it came: ${REASONS[reason]}`
  return `${route}: ${formatNumber(tokensBefore)} tokens to ${formatNumber(tokensAfter)}, counted with ${tokenizer}`
}
