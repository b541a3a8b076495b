import type { Command } from 'commander'
import { InvalidArgumentError } from 'commander'
import type { ExpandOptions } from '../../../index.ts'
import { defined } from '../defined.ts'
import { EXIT } from '../exit-codes.ts'
import { type CommonOptions, jsonOption, quietOption, storeOption } from '../options.ts'
import { type Session, withIndex } from '../session.ts'

interface ExpandCommandOptions extends CommonOptions {
  readonly store: string
  readonly lines?: NonNullable<ExpandOptions['lines']>
  readonly containing?: string
}

export function registerExpand(program: Command, { terminal, finish }: Session): void {
  program
    .command('expand')
    .argument('<id>', 'the id in the last line of a slimmed output')
    .summary('print what "slim" left out')
    .description('Prints a stored output, whole or some lines of it, byte for byte.')
    .addOption(storeOption())
    .option('--lines <first-last>', 'only these lines, from 1', parseLines)
    .option('--containing <text>', 'only lines that hold this, with their numbers')
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText('after', '\nExample:\n  packgraph expand 3fa9c1d2 --lines 120-160')
    .action(async (id: string, { store, lines, containing, json }: ExpandCommandOptions) => {
      // To write to, where it can be: what is handed out is charged to the ledger.
      const expanded = await withIndex(store, { create: false }, (index) =>
        index.expand(id, defined({ lines, containing })),
      )
      if (json) terminal.writeJson(expanded)
      // Lines from here and there say nothing without their numbers.
      else
        for (const { number, text } of expanded.lines)
          terminal.write(containing === undefined ? text : `L${number}: ${text}`)
      finish(EXIT.done)
    })
}

/** `120-160`, or `120` for one line. */
function parseLines(text: string): NonNullable<ExpandOptions['lines']> {
  const match = /^(?:L?)(\d+)(?:-L?(\d+))?$/.exec(text)
  const first = Number(match?.[1])
  const last = Number(match?.[2] ?? match?.[1])
  if (!match || first < 1 || last < first)
    throw new InvalidArgumentError('Lines have the form first-last, from 1, as in 120-160.')
  return { first, last }
}
