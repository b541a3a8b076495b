import { describe, expect, it } from 'vitest'
import { estimateTokens } from '../../../src/adapters/tokenizers/heuristic/estimate-tokens.ts'
import type { DeepenUnits } from '../../../src/converse/memory/fold-memory.ts'
import { fakeSummarizer } from '../../fakes/fake-summarizer.ts'
import { MemoryStore } from '../../fakes/memory-store.ts'
import { exchanges, readBack, type StepOptions, send } from './sessions.ts'

const LINE =
  'The deploy of web-frontend failed with E4021 on v1.2.3, and ECONNREFUSED came back from the proxy for all the time that we looked.'

/** All but the fresh units become lines. */
const wordy: DeepenUnits = async ({ forms, freshUnits, markerOf, units }) => ({
  forms: forms.map((form, index) =>
    index >= forms.length - freshUnits
      ? form
      : { level: 'keyed', texts: [], line: `${markerOf(units[index]!)} ${LINE}` },
  ),
  tokens: 0,
})

function optionsWith(answer: (text: string) => string) {
  const summarizer = fakeSummarizer(({ text }) => answer(text))
  const options: StepOptions = {
    deepenUnits: wordy,
    summarizer: { summarizer, weigh: estimateTokens, timeoutMs: 1_000 },
    watermarkTokens: 0,
  }
  return { summarizer, options }
}

const GOOD = 'web-frontend failed to deploy on v1.2.3 with E4021; the proxy gave ECONNREFUSED.'

describe('episodes with a summarizer', () => {
  it('have its summary in place of their lines, and lead to the units as before', async () => {
    const store = new MemoryStore()
    const { summarizer, options } = optionsWith(() => GOOD)
    const step = await send(exchanges(3), store, 5_000, options)
    expect(step.memoryText).toContain(`[1] ${GOOD}\n`)
    expect(step.memoryText).not.toContain(LINE)
    expect(await readBack(step, 0, store)).toEqual([exchanges(1)[0]])
    expect(summarizer.passages[0]?.keep).toEqual(expect.arrayContaining(['E4021', 'v1.2.3', 'ECONNREFUSED']))
  })

  it.each([
    ['lacks a code', GOOD.replace('E4021', 'an error')],
    ['lacks a version', GOOD.replace('v1.2.3', 'v1.2')],
    ['lacks an error in capitals', GOOD.replace('ECONNREFUSED', 'nothing')],
    ['is longer', LINE.repeat(20)],
    ['is empty', ''],
  ])('keep their lines when a summary %s', async (_, summary) => {
    const { options } = optionsWith(() => summary)
    const step = await send(exchanges(3), new MemoryStore(), 5_000, options)
    expect(step.memoryText).toContain(`[1:1] ${LINE}\n[1:2] ${LINE}\n`)
  })

  it('are asked about once, whatever came of it, by whichever process', async () => {
    for (const answer of [GOOD, '']) {
      const store = new MemoryStore()
      const { summarizer, options } = optionsWith(() => answer)
      const first = await send(exchanges(3), store, 5_000, options)
      await send(exchanges(3), store, 5_000, options)
      expect(summarizer.passages).toHaveLength(1)
      const later = await send(exchanges(5), store, 5_000, options)
      expect(summarizer.passages).toHaveLength(2)
      expect(later.state.episodes[0]).toEqual(first.state.episodes[0])
    }
  })
})
