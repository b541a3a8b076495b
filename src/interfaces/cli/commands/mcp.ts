import type { Command } from 'commander'
import {
  type CommonOptions,
  embedderOption,
  indexOption,
  modelOption,
  quietOption,
  tokenizerOption,
} from '../options.ts'
import { packageVersion } from '../package-version.ts'
import type { Session } from '../session.ts'

interface McpOptions extends CommonOptions {
  readonly index: string
  readonly model?: string
  readonly tokenizer?: string
  readonly embedder?: string
  readonly readOnly?: true
}

export function registerMcp(program: Command, session: Session): void {
  program
    .command('mcp')
    .summary('serve the index to an MCP client, over stdin and stdout')
    .description(
      'Serves the index to a client of the Model Context Protocol, which starts this command and speaks to it over stdin and stdout. It ends when the client does.',
    )
    .addOption(indexOption())
    .addOption(tokenizerOption('the tokenizer that counts where a call names none'))
    .addOption(modelOption())
    .addOption(embedderOption('the embedder that the index was built with'))
    .option('--read-only', 'leave out the tools that write')
    .addOption(quietOption())
    .addHelpText('after', '\nExample:\n  packgraph mcp --index docs.packgraph --model gpt-4o')
    .action(async ({ index, model, tokenizer, embedder, readOnly }: McpOptions) => {
      const { terminal, signal } = session
      session.expectInterruption()
      const { serve } = await import('../../mcp/serve.ts')
      terminal.note(`serving ${index} over stdin and stdout; it ends with its client, or at Ctrl-C`)
      const { stdin, stdout } = terminal.host
      await serve({
        indexPath: index,
        embedder,
        generation: { model, tokenizer },
        readOnly: readOnly === true,
        version: packageVersion(),
        stdin,
        stdout,
        complain: terminal.complain,
        signal,
      })
    })
}
