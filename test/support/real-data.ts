import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

const folder = process.env.PACKGRAPH_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url))

/** Real corpora that lie beside the project on some machines and are no part of it. `undefined` where this one is absent. */
export function realData(name: string): string | undefined {
  const path = join(folder, name)
  return existsSync(path) ? path : undefined
}

/** What a skipped test says. */
export const NEEDS_DATA = 'needs the real corpora: set PACKGRAPH_DATA to their folder'

/** The records of a `.jsonl` or `.jsonl.gz` file. */
export function recordsOf<Row>(path: string): readonly Row[] {
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Row]))
}
