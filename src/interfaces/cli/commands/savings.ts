import { type Command, Option } from 'commander'
import type { LedgerKind } from '../../../index.ts'
import { defined } from '../defined.ts'
import { EXIT } from '../exit-codes.ts'
import { type CommonOptions, jsonOption, quietOption, storeOption, tokenizerOption } from '../options.ts'
import { renderSavings } from '../render-savings.ts'
import { type Session, withIndex } from '../session.ts'

interface SavingsCommandOptions extends CommonOptions {
  readonly store: string
  readonly since?: string
  readonly until?: string
  readonly kind?: LedgerKind
  readonly tokenizer?: string
}

const KINDS: readonly LedgerKind[] = ['compress', 'slim', 'expand', 'rerun', 'request', 'conversation', 'shadow']

export function registerSavings(program: Command, { terminal, signal, finish }: Session): void {
  program
    .command('savings')
    .summary('say how many tokens were saved')
    .description(
      'Adds up the ledger of a store: tokens before and after, by tokenizer, and in it by kind, phase and day (UTC). Tokens of two tokenizers are never added up. Requests that a program recorded come after them: what was billed, and beside it what was avoided, by model.',
    )
    .addOption(storeOption())
    .option('--since <day>', 'from this day or moment on (2026-11-30)')
    .option('--until <day>', 'up to this day or moment, itself left out')
    .addOption(new Option('--kind <kind>', 'only entries of this kind').choices(KINDS))
    .addOption(tokenizerOption('only what this tokenizer counted'))
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText('after', '\nExample:\n  packgraph savings --since 2026-11-01 --until 2026-12-01')
    .action(async ({ store, since, until, kind, tokenizer, json }: SavingsCommandOptions) => {
      const savings = await withIndex(store, { readOnly: true }, (index) =>
        index.savings(defined({ since, until, kind, tokenizer, signal })),
      )
      if (json) terminal.writeJson(savings)
      else {
        const isFiltered = [since, until, kind, tokenizer].some((option) => option !== undefined)
        terminal.write(renderSavings(savings, isFiltered))
      }
      finish(EXIT.done)
    })
}
