import { realpath, stat } from 'node:fs/promises'
import { PackgraphError, throwIfCancelled } from '../../domain/errors.ts'
import type {
  DocumentSource,
  ReadSources,
  SourceDocument,
  SourceEntry,
  SourceOptions,
  SourceProblem,
} from '../../ports/document-source.ts'
import { isCorpus, readCorpus } from './read-corpus.ts'
import { readTextFile } from './read-file.ts'
import { type Found, type FoundFile, walk } from './walk.ts'

/**
 * Reads folders, files and corpora (`.jsonl`, `.ndjson`, also with `.gz`) from disk. Folders are walked before the first entry comes; contents are read
 * one at a time. Of two documents with one uri in the same collection the first goes in, and the other is reported. Relative paths start at the working
 * directory.
 */
export const readSources: ReadSources = (paths, options): DocumentSource => {
  const found = findAll(paths, options.signal)
  const totalBytes = found.then(
    (files) => files.reduce((sum, file) => sum + (file.kind === 'file' ? file.sizeBytes : 0), 0),
    () => undefined,
  )
  const roots = found.then(() => Promise.all(paths.map((path) => realpath(path)))).catch(() => [])
  return { totalBytes, roots, entries: readAll(found, options) }
}

async function findAll(paths: readonly string[], signal: AbortSignal | undefined): Promise<Found[]> {
  for (const path of paths) await requirePath(path)
  const taken = new Map<string, string>()
  const found: Found[] = []
  for (const path of paths) found.push(...(await walk(path, taken, signal)))
  return found
}

async function requirePath(path: string): Promise<void> {
  try {
    await stat(path)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    const problem = code === 'ENOENT' ? 'there is nothing at' : `${code ?? 'an error'} at`
    throw new PackgraphError('INPUT', `${problem} “${path}”`, {
      facts: { path },
      hint: 'Give files, folders or .jsonl corpora that exist and can be read.',
      cause,
    })
  }
}

async function* readAll(found: Promise<readonly Found[]>, options: SourceOptions): AsyncGenerator<SourceEntry> {
  const uris = new Map<string, string>()
  for (const file of await found) {
    throwIfCancelled(options.signal)
    if (file.kind !== 'file') {
      yield { ...file, sizeBytes: 0 }
      continue
    }
    const entries = isCorpus(file.uri) ? readCorpus(file, options) : readDocument(file, options)
    for await (const entry of entries) yield entry.kind === 'document' ? refuseTaken(entry, file, uris) : entry
  }
}

async function* readDocument(file: FoundFile, options: SourceOptions): AsyncGenerator<SourceEntry> {
  const { root, uri, sizeBytes } = file
  const content = await readTextFile(file.path, options)
  if (content.kind === 'content') yield { kind: 'document', root, input: { uri, bytes: content.bytes }, sizeBytes }
  else yield { kind: content.kind, root, uri, reason: content.reason, sizeBytes }
}

/** The first document with a uri keeps it. */
function refuseTaken(
  entry: SourceDocument,
  file: FoundFile,
  uris: Map<string, string>,
): SourceDocument | SourceProblem {
  const { uri, collection = '' } = entry.input
  const key = `${collection}\n${uri}`
  const place = entry.line === undefined ? file.path : `line ${entry.line} of ${file.uri}`
  const takenBy = uris.get(key)
  if (takenBy === undefined) {
    uris.set(key, place)
    return entry
  }
  const { root, sizeBytes, line } = entry
  const reason = `the id “${uri}” is taken by ${takenBy}`
  return { kind: 'failed', root, uri: file.uri, reason, sizeBytes, ...(line === undefined ? {} : { line }) }
}
