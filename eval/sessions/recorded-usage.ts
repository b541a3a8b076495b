import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { PackgraphError } from 'packgraph'

/** What a provider says it charged for one request. */
export interface Usage {
  readonly input_tokens: number
  readonly cache_creation_input_tokens: number
  readonly cache_read_input_tokens: number
}

/**
 * How far the prefix model, read_k = read_(k−1) + created_(k−1), reproduces the cache reads that a provider recorded for one conversation. Errors are
 * (predicted − recorded) / recorded, of sums over calls.
 */
export interface RecordedUsage {
  readonly file: string
  /** Requests from the second on. */
  readonly calls: number
  /** Those whose reads are predicted to the token. */
  readonly exact: number
  /** Those that sent less than was cached: their history was rewritten, by a compaction for instance, and no prefix model can know. */
  readonly shortened: number
  readonly readTokens: number
  readonly predictedTokens: number
  /** Over the calls that are not shortened. */
  readonly unshortened: { readonly readTokens: number; readonly predictedTokens: number }
}

/**
 * Reads a transcript: a JSON object a line, of which those with `usage` and `api_call` count, each request once.
 * @throws PackgraphError `INPUT` when the file cannot be read or a line is no JSON.
 */
export async function recordedUsage(path: string): Promise<RecordedUsage> {
  const usages = [...usagesOf(await linesOf(path), path).values()]
  const calls = usages.slice(1).map((usage, index) => {
    const before = usages[index]!
    const sent = usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens
    const predicted = before.cache_read_input_tokens + before.cache_creation_input_tokens
    return { read: usage.cache_read_input_tokens, predicted, isShortened: sent < predicted }
  })
  const whole = calls.filter(({ isShortened }) => !isShortened)
  return {
    file: basename(path),
    calls: calls.length,
    exact: calls.filter(({ read, predicted }) => read === predicted).length,
    shortened: calls.length - whole.length,
    ...sums(calls),
    unshortened: sums(whole),
  }
}

function sums(calls: readonly { readonly read: number; readonly predicted: number }[]): RecordedUsage['unshortened'] {
  return {
    readTokens: calls.reduce((sum, { read }) => sum + read, 0),
    predictedTokens: calls.reduce((sum, { predicted }) => sum + predicted, 0),
  }
}

async function linesOf(path: string): Promise<readonly string[]> {
  try {
    return (await readFile(path, 'utf8')).split('\n')
  } catch (cause) {
    throw new PackgraphError('INPUT', `the transcript ${path} cannot be read`, { facts: { path }, cause })
  }
}

/** The usage of a request is repeated on each row that it answered with. */
function usagesOf(lines: readonly string[], path: string): ReadonlyMap<string, Usage> {
  const usages = new Map<string, Usage>()
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const row = parsed(line, path, index + 1)
    if (row.api_call !== undefined && row.usage !== undefined) usages.set(row.api_call, row.usage)
  }
  return usages
}

function parsed(line: string, path: string, number: number): { readonly api_call?: string; readonly usage?: Usage } {
  try {
    return JSON.parse(line)
  } catch (cause) {
    throw new PackgraphError('INPUT', `line ${number} of ${path} is no JSON`, { facts: { path, line: number }, cause })
  }
}
