import { countTokens } from 'packgraph'
import type { Dataset, DatasetDocument } from '../input/dataset.ts'
import { seededRandom, seedOf, shuffled } from '../metrics/seeded-random.ts'
import type { Counting, Packed, PackingPolicy } from './policy.ts'

const SEPARATOR = '\n\n'

/** Whole documents in random order while they fit: what a budget is worth without any retrieval. The order is another for each question, and always the same. */
export async function randomOrder({ documents }: Dataset, counting: Counting): Promise<PackingPolicy> {
  const tokens = new Map<DatasetDocument, number>()
  for (const document of documents) {
    const { tokens: count } = await countTokens(printed(document) + SEPARATOR, counting)
    tokens.set(document, count)
  }
  return {
    name: 'random',
    leastBudgetTokens: 1,
    pack: async (question, budgetTokens) => {
      const chosen: DatasetDocument[] = []
      let room = budgetTokens
      for (const document of shuffled(documents, seededRandom(seedOf(question)))) {
        room -= tokens.get(document)!
        if (room < 0) break
        chosen.push(document)
      }
      return packedDocuments(chosen)
    },
  }
}

/** Every document in corpus order, whatever the question: what a large enough window would do. */
export async function wholeCorpus({ documents }: Dataset, counting: Counting): Promise<PackingPolicy> {
  const packed = packedDocuments(documents)
  const { tokens } = await countTokens(packed.text, counting)
  return { name: 'whole-corpus', leastBudgetTokens: tokens, pack: async () => packed }
}

function packedDocuments(documents: readonly DatasetDocument[]): Packed {
  return {
    text: documents.map(printed).join(SEPARATOR),
    spans: documents.map(({ id, text }) => ({ doc: id, start: 0, end: Buffer.byteLength(text) })),
  }
}

function printed({ title, text }: DatasetDocument): string {
  return title === '' ? text : `${title}\n${text}`
}
