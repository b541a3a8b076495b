import type { Command } from 'commander'
import type { VerifyReport } from '../../../index.ts'
import { defined } from '../defined.ts'
import { EXIT } from '../exit-codes.ts'
import { formatCount, formatNumber } from '../format.ts'
import { type CommonOptions, jsonOption, quietOption, storeOption, tokenizerOption, wholeNumber } from '../options.ts'
import { startProgress } from '../progress.ts'
import { type Session, withIndex } from '../session.ts'
import type { Terminal } from '../terminal.ts'

interface VerifyCommandOptions extends CommonOptions {
  readonly store: string
  readonly tokenizer?: string
  readonly limit?: number
}

export function registerVerify(program: Command, { terminal, signal, finish }: Session): void {
  program
    .command('verify')
    .summary('check that an index is sound')
    .description(
      'Checks the file, every reference, original, span, vector and token cost, and that units and entities are what the originals give. Changes nothing. Ends with 1 when something is wrong.',
    )
    .addOption(storeOption())
    .addOption(tokenizerOption('counts costs whose tokenizer has no name of its own (hf:<file>)'))
    .option('-n, --limit <number>', 'name at most so many faults (default: 100)', wholeNumber('The limit', 0))
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText('after', '\nExample:\n  packgraph verify && echo sound')
    .action(async (options: VerifyCommandOptions) => {
      const opening = defined({ readOnly: true, tokenizer: options.tokenizer })
      const report = await withIndex(options.store, opening, async (index) => {
        const progress = await startProgress({ terminal, signal })
        try {
          return await index.verify(defined({ limit: options.limit, onEvent: progress.listen, signal }))
        } finally {
          progress.end()
        }
      })
      if (options.json) terminal.writeJson(report)
      else writeReport(report, terminal)
      finish(report.sound ? EXIT.done : EXIT.failed)
    })
}

function writeReport(report: VerifyReport, terminal: Terminal): void {
  const { faults, faultCount, documents, hyperedges } = report
  for (const { kind, message } of faults) terminal.write(`${kind}: ${message}\n`)
  const unnamed = faultCount - faults.length
  if (unnamed > 0) terminal.note(`… and ${formatNumber(unnamed)} more (--limit names them)`)
  for (const what of report.unchecked) terminal.note(`not checked: ${what}`)
  const checked = `${formatCount(documents, 'document')}, ${formatCount(hyperedges, 'unit')}`
  if (report.sound) terminal.write(`sound: ${checked}\n`)
  else {
    terminal.write(`${formatCount(faultCount, 'fault')} in ${checked}\n`)
    terminal.note('packgraph rebuild makes anew what the originals give')
  }
}
