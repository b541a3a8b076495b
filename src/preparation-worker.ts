import { ruleExtractor } from './adapters/entities/rule-extractor.ts'
import { resolveEmbedder } from './adapters/models/resolve-embedder.ts'
import { structureReaders } from './adapters/readers/structure-readers.ts'
import { estimateTokens } from './adapters/tokenizers/heuristic/estimate-tokens.ts'
import { resolveTokenizer } from './adapters/tokenizers/resolve.ts'
import {
  type PreparationAnswer,
  type PreparationRequest,
  servePreparation,
} from './adapters/workers/preparation-messages.ts'
import { prepareDocuments } from './engine/prepare-documents.ts'
import { createReaderRegistry } from './ingest/reader-registry.ts'

const readers = createReaderRegistry(structureReaders)

/** What a worker thread of indexing does: joined here as `open.ts` joins what the main thread works with, and never imported by it. */
export const prepare: (request: PreparationRequest) => Promise<PreparationAnswer> = servePreparation(
  async (tasks, { tokenizer, embedder }) =>
    prepareDocuments(tasks, {
      readers,
      estimateTokens,
      extractor: ruleExtractor,
      tokenizer: tokenizer === undefined ? undefined : await resolveTokenizer(tokenizer),
      embedder: embedder === undefined ? undefined : await resolveEmbedder(embedder),
    }),
)
