import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type AddReport,
  type ContextIndex,
  type DocumentInput,
  type OpenOptions,
  openIndex,
  PackgraphError,
} from 'packgraph'
import type { RunOptions } from '../progress.ts'
import type { Dataset } from './dataset.ts'

/** What an index for a dataset is opened with. */
export type IndexOptions = Pick<OpenOptions, 'embedder' | 'tokenizer'>

/** An index that holds a dataset, one document a record, its `uri` being the record's id. */
export interface IndexedDataset {
  readonly index: ContextIndex
  /** Wall-clock time of building it. */
  readonly indexMs: number
}

/**
 * Indexes the corpus into a temporary folder, hands it to `work` and removes it whatever happens. One index serves all systems of a run.
 * @throws PackgraphError `INPUT` when a document did not go in, since the figures would be of another corpus.
 */
export async function withIndexedDataset<Result>(
  dataset: Dataset,
  options: RunOptions & IndexOptions,
  work: (indexed: IndexedDataset) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'packgraph-eval-'))
  try {
    const { embedder, tokenizer } = options
    const index = await openIndex(join(folder, 'dataset.packgraph'), {
      ...(embedder !== undefined && { embedder }),
      ...(tokenizer !== undefined && { tokenizer }),
    })
    try {
      const startMs = performance.now()
      await addDocuments(index, dataset, options)
      return await work({ index, indexMs: performance.now() - startMs })
    } finally {
      await index.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function addDocuments(index: ContextIndex, dataset: Dataset, { onProgress, signal }: RunOptions): Promise<void> {
  const total = dataset.documents.length
  const report = await index.add(inputsOf(dataset), {
    onEvent: (event) => {
      if (event.type !== 'progress' || event.phase !== 'index') return
      onProgress?.({ step: 'indexing', done: event.documentsDone, total })
    },
    ...(signal !== undefined && { signal }),
  })
  checkComplete(report)
  onProgress?.({ step: 'indexing', done: total, total })
}

function* inputsOf({ documents }: Dataset): Generator<DocumentInput> {
  for (const { id, title, text, metadata, mediaType } of documents) {
    yield {
      uri: id,
      title,
      text,
      ...(metadata !== undefined && { metadata }),
      ...(mediaType !== undefined && { mediaType }),
    }
  }
}

function checkComplete({ failed, skipped }: AddReport): void {
  const first = [...failed, ...skipped][0]
  if (!first) return
  throw new PackgraphError('INPUT', `the document “${first.uri}” could not be indexed: ${first.reason}`, {
    facts: { failed: failed.length, skipped: skipped.length },
  })
}
