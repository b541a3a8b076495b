import type { Command } from 'commander'
import type { ContextIndex, SearchOptions } from '../../../index.ts'
import { defined } from '../defined.ts'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import {
  type CommonOptions,
  embedderOption,
  type FilterOptions,
  filterOf,
  filterOptions,
  indexOption,
  jsonOption,
  limitOption,
  queryFileOption,
  quietOption,
} from '../options.ts'
import { answerEach, readQueries } from '../queries.ts'
import { renderSearch } from '../render-search.ts'
import { type Session, withIndex } from '../session.ts'

interface SearchCommandOptions extends CommonOptions, FilterOptions {
  readonly index: string
  readonly limit: number
  readonly queryFile?: string
  readonly embedder?: string
}

export function registerSearch(program: Command, session: Session): void {
  const command = program
    .command('search')
    .argument('[query...]', 'the question')
    .summary('list the best units for a question')
    .description('Lists the units that answer a question best, each with the ref that leads back to its original.')
    .addOption(indexOption())
    .addOption(limitOption('list at most this many').default(10))
    .addOption(queryFileOption())
  for (const option of filterOptions()) command.addOption(option)
  command
    .addOption(embedderOption('the embedder that the index was built with'))
    .addOption(jsonOption())
    .addOption(quietOption())
    .addHelpText('after', '\nExample:\n  packgraph search "byte order mark" -n 3')
    .action(async (words: string[], options: SearchCommandOptions) => {
      const asked = await readQueries(session, words, options.queryFile)
      const searchOptions = defined({ limit: options.limit, filter: filterOf(options), signal: session.signal })
      const opening = defined({ readOnly: true, embedder: options.embedder })
      session.finish(
        await withIndex(options.index, opening, async (index) =>
          typeof asked === 'string'
            ? searchOne(index, asked, searchOptions, options, session)
            : answerEach(session, asked, (query) => index.search(query, searchOptions)),
        ),
      )
    })
}

async function searchOne(
  index: ContextIndex,
  query: string,
  searchOptions: SearchOptions,
  options: SearchCommandOptions,
  { terminal }: Session,
): Promise<ExitCode> {
  const result = await index.search(query, searchOptions)
  if (options.json) terminal.writeJson(result)
  else terminal.write(renderSearch(result, terminal))
  if (result.hits.length === 0) terminal.note('nothing in the index answers this')
  return EXIT.done
}
