import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { create, insertMultiple, load, type RawData, save, search } from '@orama/orama'
import type { Peer, PeerQuestion } from './peer.ts'

const FILE = 'orama.bin'

function empty(dimensions: number) {
  return create({ schema: { text: 'string', vector: `vector[${dimensions}]` } as const })
}

/** Orama: full text and vectors in memory, saved in V8's binary form: JSON of 100,000 vectors is longer than a string may be. A similarity of −1 keeps every vector in the running for the nearest, as the others do. */
export const peer: Peer = {
  async build(records, folder) {
    const database = empty(records[0]!.vector.length)
    await insertMultiple(
      database,
      records.map(({ id, text, vector }) => ({ id, text, vector: [...vector] })),
      records.length,
    )
    await writeFile(join(folder, FILE), serialize({ dimensions: records[0]!.vector.length, data: save(database) }))
  },
  async open(folder) {
    const { dimensions, data } = deserialize(await readFile(join(folder, FILE))) as {
      readonly dimensions: number
      readonly data: RawData
    }
    const database = empty(dimensions)
    load(database, data)
    const vectorOf = ({ vector }: PeerQuestion) => ({ value: [...vector], property: 'vector' })
    return {
      nearest: async (question, limit) => {
        const { hits } = await search(database, { mode: 'vector', vector: vectorOf(question), similarity: -1, limit })
        return hits.map(({ id }) => id)
      },
      hybrid: async (question, limit) => {
        const { text: term } = question
        const { hits } = await search(database, { mode: 'hybrid', term, vector: vectorOf(question), limit })
        return hits.map(({ id }) => id)
      },
    }
  },
}
