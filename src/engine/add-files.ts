import { throwIfCancelled } from '../domain/errors.ts'
import type { EventListener } from '../domain/events.ts'
import type { DocumentKey, DocumentRow } from '../ports/store.ts'
import type { AddReport } from './call-results.ts'
import type { DocumentEntry } from './document-entries.ts'
import type { IndexingRun } from './index-documents.ts'
import type { EngineParts } from './parts.ts'

export interface AddFilesInput {
  readonly paths: readonly string[]
  readonly collection: string
  readonly latin1: boolean
  readonly maxFileBytes: number
  readonly prune: boolean
  readonly onEvent: EventListener | undefined
  readonly signal: AbortSignal | undefined
}

/** Reads files into a run and, when asked to, removes documents of earlier runs whose file is gone from the same folder or corpus. */
export async function addFiles(
  input: AddFilesInput,
  parts: EngineParts,
  startRun: (totalBytes: Promise<number | undefined>) => IndexingRun,
): Promise<AddReport> {
  const source = parts.readSources(input.paths, {
    latin1: input.latin1,
    maxFileBytes: input.maxFileBytes,
    signal: input.signal,
  })
  const run = startRun(source.totalBytes)
  await run.addAll(withOrigins(source.entries))
  const removed = input.prune ? await prune(run, new Set(await source.roots), input, parts) : 0
  return run.finish(removed)
}

async function* withOrigins(entries: ReturnType<EngineParts['readSources']>['entries']): AsyncGenerator<DocumentEntry> {
  for await (const { root, ...entry } of entries) yield { ...entry, origin: root }
}

async function prune(
  run: IndexingRun,
  roots: ReadonlySet<string>,
  { collection, onEvent, signal }: AddFilesInput,
  { store }: EngineParts,
): Promise<number> {
  throwIfCancelled(signal)
  const gone: DocumentKey[] = []
  const kept = new Set<string>()
  for (const document of await documentsOf(store)) {
    const isOurs = document.collection === collection || run.met.hasFilled(document)
    if (!isOurs || !roots.has(document.origin) || run.met.has(document)) continue
    if (run.failedOrigins.has(document.origin)) kept.add(document.origin)
    else gone.push(document)
  }
  for (const origin of kept) {
    onEvent?.({
      type: 'notice',
      message: `something under ${origin} could not be read, so documents that seem to be gone from there are kept`,
    })
  }
  if (gone.length > 0) await store.write({ remove: gone })
  return gone.length
}

async function documentsOf(store: EngineParts['store']): Promise<readonly DocumentRow[]> {
  const snapshot = await store.snapshot()
  try {
    const rows: DocumentRow[] = []
    for await (const page of snapshot.documents()) rows.push(...page)
    return rows
  } finally {
    await snapshot.close()
  }
}
