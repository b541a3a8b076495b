import { describe, expect, it } from 'vitest'
import { evaluateExtraction } from '../../../eval/extraction/evaluate-extraction.ts'
import type { ExtractionReport } from '../../../eval/extraction/extraction-report.ts'
import type { ExtractMeasureName } from '../../../eval/extraction/measure-extract.ts'
import { readDataset } from '../../../eval/input/read-dataset.ts'
import { NEEDS_DATA, realData } from '../../support/real-data.ts'

const articles = realData('qa-xquad')
const twoHops = realData('multihop-hotpot100')

function meanOf({ keeps }: ExtractionReport, percent: number, arm: string, measure: ExtractMeasureName): number {
  return keeps[percent]![arm]!.measures[measure]!.mean
}

describe('What shortening keeps of real texts', () => {
  it.skipIf(!articles)(
    `is the answer, in nearly all where the question is known (${NEEDS_DATA})`,
    async () => {
      const report = await evaluateExtraction(await readDataset(articles!), { keepPercents: [30, 50] })
      for (const arm of ['question', 'compress-question']) {
        expect(meanOf(report, 30, arm, 'answer')).toBeGreaterThanOrEqual(0.95)
        expect(meanOf(report, 50, arm, 'answer')).toBeGreaterThanOrEqual(0.97)
      }
      for (const arm of ['no-question', 'compress-no-question'])
        expect(meanOf(report, 50, arm, 'answer')).toBeGreaterThanOrEqual(0.58)
      for (const arms of Object.values(report.keeps))
        expect(Object.values(arms).map(({ over }) => over)).toEqual(Object.values(arms).map(() => 0))
    },
    240_000,
  )

  it.skipIf(!twoHops)(
    `is the evidence of questions that need two passages (${NEEDS_DATA})`,
    async () => {
      const report = await evaluateExtraction(await readDataset(twoHops!), { keepPercents: [50] })
      for (const arm of ['question', 'compress-question'])
        expect(meanOf(report, 50, arm, 'goldSentences')).toBeGreaterThanOrEqual(0.88)
    },
    120_000,
  )
})
