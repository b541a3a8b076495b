import { EXIT, type ExitCode } from './exit-codes.ts'
import { readText } from './input.ts'
import { type ErrorObject, errorObject, isPackgraphError, UsageError } from './report-error.ts'
import type { Session } from './session.ts'

/** A line of the answer where a query could not be answered. */
interface FailedQuery {
  readonly line: number
  readonly query: string
  readonly error: ErrorObject
}

/**
 * Finds out what is asked: the words of one query, or the lines of a file of them.
 * @throws UsageError when there is neither or both, or the file cannot be read.
 */
export async function readQueries(
  session: Session,
  words: readonly string[],
  queryFile: string | undefined,
): Promise<string | readonly string[]> {
  if (words.length > 0 && queryFile !== undefined) {
    throw new UsageError('a query and --query-file exclude each other', 'Give one of the two.')
  }
  if (queryFile !== undefined) return linesOf(await readText(session, queryFile))
  if (words.length > 0) return words.join(' ')
  throw new UsageError('there is no query', 'Write it after the command, in quotes, or give --query-file.')
}

/**
 * Answers the queries of a file one after the other and prints one line of JSON for each line of the file, in order. A query that cannot be answered,
 * an empty one included, has an error in its place, so that line N of the output always belongs to line N of the input.
 * @returns `partlyDone` when at least one query failed. Errors that are not about a query end the run.
 */
export async function answerEach(
  { terminal }: Session,
  queries: readonly string[],
  answer: (query: string) => Promise<object>,
): Promise<ExitCode> {
  let failures = 0
  for (const [index, query] of queries.entries()) {
    const result = await answerOne(index + 1, query, answer)
    if ('error' in result) failures += 1
    terminal.writeJson(result, 'line')
    if (terminal.outputClosed) break
  }
  if (failures === 0) return EXIT.done
  terminal.note(`${failures} of ${queries.length} queries failed; their lines hold an "error"`)
  return EXIT.partlyDone
}

async function answerOne(
  line: number,
  query: string,
  answer: (query: string) => Promise<object>,
): Promise<object | FailedQuery> {
  try {
    return await answer(query)
  } catch (error) {
    if (!isPackgraphError(error) || !ABOUT_THE_QUERY.has(error.code)) throw error
    return { line, query, error: errorObject(error) }
  }
}

/** What may be wrong with one query and right with the next. */
const ABOUT_THE_QUERY: ReadonlySet<string> = new Set(['INPUT', 'BUDGET', 'EMBEDDER_FAILED'])

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/)
  // The line feed that ends the last line begins no further query.
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}
