import type { Command } from 'commander'
import type { Tokenizer } from '../../../index.ts'
import { EXIT } from '../exit-codes.ts'
import { formatCount, formatNumber } from '../format.ts'
import {
  type CommonOptions,
  indexOption,
  jsonOption,
  modelOption,
  quietOption,
  required,
  tokenizerOption,
} from '../options.ts'
import { startProgress } from '../progress.ts'
import { type Session, withIndex } from '../session.ts'

interface RecostOptions extends CommonOptions {
  readonly index: string
  readonly tokenizer?: string
  readonly model?: string
}

export function registerRecost(program: Command, { terminal, signal, finish }: Session): void {
  program
    .command('recost')
    .summary('count stored token costs again with another tokenizer')
    .description(
      'Rewrites the stored token costs with another tokenizer. Nothing is indexed or embedded again, and packs fit without it: the text is counted in any case.',
    )
    .addOption(indexOption())
    .addOption(tokenizerOption('the tokenizer to count with (this or --model is required)'))
    .addOption(modelOption())
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText('after', '\nExample:\n  packgraph recost --tokenizer tiktoken:o200k_base')
    .action(async (options: RecostOptions) => {
      const tokenizer =
        options.model === undefined
          ? required(options.tokenizer, '--tokenizer or --model')
          : await tokenizerOfModel(options.model)
      const report = await withIndex(options.index, { create: false }, async (index) => {
        const progress = await startProgress({ terminal, signal })
        try {
          return await index.recost(tokenizer, { onEvent: progress.listen, signal })
        } finally {
          progress.end()
        }
      })
      if (options.json) terminal.writeJson(report)
      else {
        terminal.write(
          `${formatCount(report.hyperedges, 'unit')} counted with ${report.tokenizer}: ` +
            `${formatNumber(report.tokensBefore)} tokens before, ${formatNumber(report.tokensAfter)} now\n`,
        )
      }
      finish(EXIT.done)
    })
}

/** A model's tokenizer, which the library names by counting with it. */
async function tokenizerOfModel(model: string): Promise<Tokenizer> {
  const { countTokens } = await import('../../../index.ts')
  const { tokenizer, level } = await countTokens('', { model })
  return {
    identity: tokenizer,
    exactness: level,
    count: async (text) => (await countTokens(text, { model })).tokens,
  }
}
