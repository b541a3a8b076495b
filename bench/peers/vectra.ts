import { LocalIndex } from 'vectra'
import type { Peer, PeerQuestion } from './peer.ts'

/** vectra: vectors and metadata in one JSON file, all of it in memory when asked; its hybrid search adds BM25 hits. */
export const peer: Peer = {
  async build(records, folder) {
    const index = new LocalIndex(folder)
    await index.createIndex({ version: 1 })
    await index.batchInsertItems(
      records.map(({ id, text, vector }) => ({ id, vector: [...vector], metadata: { text } })),
    )
  },
  async open(folder) {
    const index = new LocalIndex(folder)
    return {
      nearest: async ({ text, vector }: PeerQuestion, limit: number) =>
        (await index.queryItems([...vector], text, limit)).map(({ item }) => item.id),
    }
  },
}
