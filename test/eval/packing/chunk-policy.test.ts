import { countTokens } from 'packgraph'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Dataset } from '../../../eval/input/dataset.ts'
import { withIndexedDataset } from '../../../eval/input/index-dataset.ts'
import { readDataset } from '../../../eval/input/read-dataset.ts'
import { chunkPolicy } from '../../../eval/packing/chunk-policy.ts'
import { chunkDataset, fixedChunks } from '../../../eval/packing/fixed-chunks.ts'
import type { Packed } from '../../../eval/packing/policy.ts'
import { type DatasetFolder, tinyCorpus, writeDataset } from '../tiny-dataset.ts'

const counting = { tokenizer: 'tiktoken:o200k_base' }

describe('packing whole chunks', () => {
  let folder: DatasetFolder
  let dataset: Dataset
  beforeAll(async () => {
    folder = writeDataset()
    dataset = await readDataset(folder.folder)
  })
  afterAll(() => folder.remove())

  async function pack(question: string, budgetTokens: number): Promise<Packed> {
    const chunks = await fixedChunks(dataset, 200, counting)
    return await withIndexedDataset(chunkDataset(dataset, chunks), {}, ({ index }) =>
      chunkPolicy('chunks-200', index, chunks, counting).pack(question, budgetTokens),
    )
  }

  it('prints them as they stand, best first, and says where from', async () => {
    const { text, spans } = await pack('Since when has the lighthouse on Gull Rock burned gas?', 400)
    const { text: light } = tinyCorpus.find(({ id }) => id === 'light')!
    expect(text.startsWith(light)).toBe(true)
    expect(spans[0]).toEqual({ doc: 'light', start: 0, end: light.length })
  })

  it('keeps to the budget, and passes over what does not fit', async () => {
    for (const budgetTokens of [1, 15, 20, 40, 60]) {
      const { text } = await pack('harbour of Oakport engineer Ada Quill', budgetTokens)
      expect((await countTokens(text, counting)).tokens).toBeLessThanOrEqual(budgetTokens)
    }
    expect((await pack('harbour of Oakport engineer Ada Quill', 1)).spans).toEqual([])
  })

  it('prints a text that two documents hold once, for both', async () => {
    const { text, spans } = await pack('Does the ferry sail in fog?', 400)
    expect(text.split('The ferry does not sail in fog.')).toHaveLength(2)
    const places = spans.filter(({ doc }) => doc.startsWith('notice'))
    expect(new Set(places.map(({ doc }) => doc))).toEqual(new Set(['notice', 'notice-copy']))
    expect(places.filter(({ copy }) => copy)).toHaveLength(1)
  })
})
