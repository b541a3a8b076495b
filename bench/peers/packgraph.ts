import { join } from 'node:path'
import { type Embedder, openIndex } from '../../src/index.ts'
import { hashedWords } from '../corpora/hashed-words.ts'
import type { Peer, PeerQuestion, PeerRecord } from './peer.ts'

const FILE = 'index.packgraph'

/** Hands out the vectors that were made beforehand, so that embedding costs no store anything; what it does not know it makes. */
function givenVectors(dimensions: number, records: readonly PeerRecord[]): Embedder {
  const known = new Map(records.map(({ text, vector }) => [text, Float32Array.from(vector)]))
  return {
    identity: `given-${dimensions}`,
    dimensions,
    denseWeight: 0.5,
    embed: async (texts) => texts.map((text) => known.get(text.trim()) ?? hashedWords(text, dimensions)),
  }
}

/** packgraph: its dense lane alone for nearest vectors, all of its lanes for the hybrid search. */
export const peer: Peer = {
  async build(records, folder) {
    const dimensions = records[0]!.vector.length
    const index = await openIndex(join(folder, FILE), { embedder: givenVectors(dimensions, records) })
    await index.add(records.map(({ id, text }) => ({ uri: id, text, mediaType: 'text/plain' })))
    await index.close()
  },
  async open(folder) {
    const unnamed = await openIndex(join(folder, FILE), { readOnly: true })
    const { dimensions } = (await unnamed.status()).identity!.embedder
    await unnamed.close()
    const index = await openIndex(join(folder, FILE), { embedder: givenVectors(dimensions, []), readOnly: true })
    return {
      nearest: async ({ text }: PeerQuestion, limit: number) =>
        (await index.search(text, { limit, lanes: ['dense'] })).hits.map(({ uri }) => uri),
      hybrid: async ({ text }: PeerQuestion, limit: number) =>
        (await index.search(text, { limit })).hits.map(({ uri }) => uri),
    }
  },
}
