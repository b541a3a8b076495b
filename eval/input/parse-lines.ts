import { PackgraphError } from 'packgraph'

/** One JSON object of a file, and how to complain about it. */
export interface Line {
  readonly fields: Readonly<Record<string, unknown>>
  /** An error that names the file and the line. */
  error(reason: string): PackgraphError
}

/**
 * Splits a JSONL file into its objects, in order; blank lines are passed over, a byte order mark is allowed.
 * @throws PackgraphError `INPUT` for bytes that are not UTF-8 and for the first line that is not a JSON object.
 */
export function parseLines(file: string, bytes: Uint8Array): readonly Line[] {
  return decode(file, bytes)
    .split('\n')
    .flatMap((text, index) => (text.trim() === '' ? [] : [parseLine(file, text, index + 1)]))
}

function decode(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new PackgraphError('INPUT', `${file} is not UTF-8 text`, { facts: { file }, cause })
  }
}

function parseLine(file: string, text: string, line: number): Line {
  const error = (reason: string, cause?: unknown) =>
    new PackgraphError('INPUT', `${file}, line ${line}: ${reason}`, {
      facts: { file, line },
      hint: 'docs/evaluation.md describes the fields of a dataset.',
      cause,
    })
  const value = parse(text, error)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw error('it is not a JSON object')
  return { fields: value as Record<string, unknown>, error }
}

function parse(text: string, error: (reason: string, cause: unknown) => PackgraphError): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw error('it is not valid JSON', cause)
  }
}
