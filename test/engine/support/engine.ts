import { systemClock } from '../../../src/adapters/clock/system-clock.ts'
import { ruleExtractor } from '../../../src/adapters/entities/rule-extractor.ts'
import {
  isWorthSaving,
  loadMemoryHypergraph,
  saveMemoryHypergraph,
} from '../../../src/adapters/hypergraph/memory-hypergraph.ts'
import { resolveSummarizer } from '../../../src/adapters/models/resolve-summarizer.ts'
import { createMarkdownParser } from '../../../src/adapters/readers/markdown/markdown-parser.ts'
import { structureReaders } from '../../../src/adapters/readers/structure-readers.ts'
import { toonNotation } from '../../../src/adapters/toon/toon-notation.ts'
import { createCountCache } from '../../../src/converse/count/count-cache.ts'
import { createArrivalCache } from '../../../src/converse/memory/arrival-cache.ts'
import { createReadCache } from '../../../src/converse/score/read-cache.ts'
import { PackgraphError } from '../../../src/domain/errors.ts'
import { Engine } from '../../../src/engine/engine.ts'
import type { EngineParts } from '../../../src/engine/parts.ts'
import { createReaderRegistry } from '../../../src/ingest/reader-registry.ts'
import type { DocumentSource, SourceEntry } from '../../../src/ports/document-source.ts'
import { fakeEmbedder } from '../../fakes/fake-embedder.ts'
import { fakeStoredVectors } from '../../fakes/fake-stored-vectors.ts'
import { fakeTokenizer } from '../../fakes/fake-tokenizer.ts'
import { MemoryStore } from '../../fakes/memory-store.ts'

/** An engine over a store in memory and fakes; any part can be given instead. */
export function engineWith(parts: Partial<EngineParts> = {}): Engine {
  const { store = new MemoryStore() } = parts
  return new Engine({
    store,
    tokenizer: fakeTokenizer(),
    embedder: fakeEmbedder(),
    extractor: ruleExtractor,
    readers: createReaderRegistry(structureReaders),
    markdownParser: createMarkdownParser(),
    notation: toonNotation,
    countCache: createCountCache(),
    arrivalCache: createArrivalCache(),
    readText: createReadCache(),
    clock: systemClock,
    mediaTypeOf: () => undefined,
    readSources: () => sourceOf([], []),
    loadHypergraph: loadMemoryHypergraph,
    vectors: fakeStoredVectors(store),
    isWorthSaving,
    saveHypergraph: saveMemoryHypergraph,
    startWorkers: () => {
      throw new Error('no workers in this test')
    },
    defaultWorkers: 0,
    estimateTokens: (text) => Math.ceil(text.length / 4),
    resolveTokenizer: async () => fakeTokenizer(),
    resolveModel: async () => fakeTokenizer(),
    resolveSummarizer,
    ...parts,
  })
}

/** A reading of paths that gives these entries. */
export function sourceOf(roots: readonly string[], entries: readonly SourceEntry[]): DocumentSource {
  return {
    totalBytes: Promise.resolve(undefined),
    roots: Promise.resolve(roots),
    entries: (async function* () {
      yield* entries
    })(),
  }
}

/** A file, or with a line a record, under a root. */
export function found(
  root: string,
  uri: string,
  text: string,
  fields: { readonly collection?: string } = {},
): SourceEntry {
  return { kind: 'document', root, sizeBytes: text.length, input: { uri, text, ...fields } }
}

/** The code of the error that the work ends in. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof PackgraphError)) throw new Error(`expected a PackgraphError, got ${String(error)}`)
  return error.code
}
