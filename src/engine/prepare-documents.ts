import { PackgraphError } from '../domain/errors.ts'
import { completeSketches, type DraftingTools, sketchHyperedges } from '../indexing/draft-hyperedges.ts'
import { type IngestContext, ingestDocument } from '../ingest/ingest-document.ts'
import type { DocumentTask, Preparation, PreparedDocument } from '../ports/document-preparer.ts'
import type { EntityExtractor } from '../ports/entity-extractor.ts'

/** What reads and describes documents; tokenizer and embedder only where they are at hand. */
export interface PreparationTools extends IngestContext, DraftingTools {
  readonly extractor: EntityExtractor
}

/**
 * Reads documents, cuts them into units and describes these, on this thread: what a worker thread does with its part of a batch, and the engine with a small one.
 * @returns one preparation for each task, in order.
 * @throws whatever the tokenizer or the embedder throws.
 */
export async function prepareDocuments(
  tasks: readonly DocumentTask[],
  tools: PreparationTools,
): Promise<readonly Preparation[]> {
  const preparations = tasks.map((task) => readDocument(task, tools))
  const completed = await completeSketches(preparations.filter(isPrepared), tools, undefined)
  let next = 0
  return preparations.map((preparation) =>
    isPrepared(preparation) ? { ...preparation, hyperedges: completed[next++]! } : preparation,
  )
}

/** Whether a document could be read. */
export function isPrepared(preparation: Preparation): preparation is PreparedDocument {
  return 'hyperedges' in preparation
}

function readDocument(task: DocumentTask, tools: PreparationTools): Preparation {
  try {
    const { encoding, title, units } = ingestDocument(task, tools)
    const known = task.title ?? title ?? ''
    return { encoding, title: known, hyperedges: sketchHyperedges(units, known, tools.extractor) }
  } catch (error) {
    if (!(error instanceof PackgraphError) || error.code !== 'DECODE') throw error
    return { undecodable: error.message }
  }
}
