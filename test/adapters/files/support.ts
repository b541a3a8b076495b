import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { readSources } from '../../../src/adapters/files/read-sources.ts'
import type { SourceEntry, SourceOptions } from '../../../src/ports/document-source.ts'

/** Makes a folder with these files (paths with forward slashes), which is removed after the test. */
export async function folderWith(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'packgraph-files-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return folder
}

export async function readAll(paths: readonly string[], options: Partial<SourceOptions> = {}): Promise<SourceEntry[]> {
  const entries: SourceEntry[] = []
  for await (const entry of readSources(paths, { latin1: false, maxFileBytes: 1_000_000, ...options }).entries)
    entries.push(entry)
  return entries
}

/** One line an entry: `document <uri>`, or `<kind> <uri>[:<line>] <reason>`. */
export function outline(entries: readonly SourceEntry[]): string[] {
  return entries.map((entry) => {
    if (entry.kind === 'document') return `document ${entry.input.uri}`
    return `${entry.kind} ${entry.uri}${entry.line === undefined ? '' : `:${entry.line}`} ${entry.reason}`
  })
}
