import type { Command } from 'commander'
import { defined } from '../defined.ts'
import { EXIT } from '../exit-codes.ts'
import { formatNumber } from '../format.ts'
import { decodeStrictly, readInput, reasonOf } from '../input.ts'
import { type CommonOptions, jsonOption, modelOption, quietOption, tokenizerOption } from '../options.ts'
import { UsageError } from '../report-error.ts'
import type { Session } from '../session.ts'

interface CountOptions extends CommonOptions {
  readonly tokenizer?: string
  readonly model?: string
}

interface CountedFile {
  readonly file: string
  readonly tokens: number
  readonly bytes: number
}

/** What `count --json` prints. */
export interface CountJson {
  readonly tokenizer: string
  readonly level: string
  readonly totalTokens: number
  readonly files: readonly CountedFile[]
  readonly failed: readonly { readonly file: string; readonly reason: string }[]
}

export function registerCount(program: Command, session: Session): void {
  program
    .command('count')
    .argument('[files...]', 'the files to count ("-", or none: stdin)')
    .summary('count the tokens of files')
    .description('Counts the tokens of files as a model would see them.')
    .addOption(tokenizerOption('the tokenizer to count with'))
    .addOption(modelOption())
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText('after', '\nExample:\n  git diff | packgraph count --tokenizer tiktoken:o200k_base')
    .action(async (files: string[], options: CountOptions) => {
      const { terminal, finish } = session
      if (files.length === 0 && terminal.host.stdin.isTTY) {
        throw new UsageError('there is nothing to count', 'Name files, or pipe a text in.')
      }
      const result = await countFiles(files.length > 0 ? files : ['-'], options, session)
      if (options.json) terminal.writeJson(result)
      else terminal.write(renderCount(result))
      terminal.note(terminal.styleNote('dim', `counted with ${result.tokenizer} (${result.level})`))
      for (const { file, reason } of result.failed) terminal.complain(`not counted: ${file}: ${reason}`)
      finish(result.failed.length > 0 ? EXIT.partlyDone : EXIT.done)
    })
}

async function countFiles(files: readonly string[], options: CountOptions, session: Session): Promise<CountJson> {
  const { countTokens } = await import('../../../index.ts')
  const naming = defined({ tokenizer: options.tokenizer, model: options.model })
  // Says which tokenizer it is, and refuses one that is unknown, before any file is read.
  const { tokenizer, level } = await countTokens('', naming)
  const counted: CountedFile[] = []
  const failed: { file: string; reason: string }[] = []
  for (const file of files) {
    session.signal.throwIfAborted()
    const read = await readOne(file, session)
    if ('reason' in read) failed.push({ file, reason: read.reason })
    else counted.push({ file, tokens: (await countTokens(read.text, naming)).tokens, bytes: read.bytes })
  }
  const totalTokens = counted.reduce((sum, file) => sum + file.tokens, 0)
  return { tokenizer, level, totalTokens, files: counted, failed }
}

/** One unreadable file does not keep the others from being counted. */
async function readOne(
  file: string,
  session: Session,
): Promise<{ readonly text: string; readonly bytes: number } | { readonly reason: string }> {
  try {
    const bytes = await readInput(session, file)
    return { text: decodeStrictly(bytes), bytes: bytes.length }
  } catch (error) {
    if (session.signal.aborted) throw error
    return { reason: reasonOf(error) }
  }
}

function renderCount({ files, totalTokens }: CountJson): string {
  const rows = files.map((file) => [formatNumber(file.tokens), file.file === '-' ? 'stdin' : file.file] as const)
  const all = files.length > 1 ? [...rows, [formatNumber(totalTokens), 'total'] as const] : rows
  const width = Math.max(0, ...all.map(([tokens]) => tokens.length))
  return all.map(([tokens, name]) => `${tokens.padStart(width)}  ${name}\n`).join('')
}
