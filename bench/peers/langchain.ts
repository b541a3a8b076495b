import { MemoryVectorStore } from '@langchain/classic/vectorstores/memory'
import { Document } from '@langchain/core/documents'
import { FakeEmbeddings } from '@langchain/core/utils/testing'
import type { Peer, PeerRecord } from './peer.ts'

async function storeOf(records: readonly PeerRecord[]): Promise<MemoryVectorStore> {
  // Vectors are given, so that its embedder is never asked.
  const store = new MemoryVectorStore(new FakeEmbeddings())
  await store.addVectors(
    records.map(({ vector }) => [...vector]),
    records.map(({ id, text }) => new Document({ id, pageContent: text, metadata: {} })),
  )
  return store
}

/** LangChain's MemoryVectorStore: an array in memory that is scored and sorted whole. It keeps nothing on disk. */
export const peer: Peer = {
  async build(records) {
    await storeOf(records)
  },
  async open(_folder, records) {
    const store = await storeOf(records())
    return {
      nearest: async ({ vector }, limit) =>
        (await store.similaritySearchVectorWithScore([...vector], limit)).map(([{ id }]) => id!),
    }
  },
}
