import { describe, expect, it } from 'vitest'
import type { RequestPolicy } from '../../src/index.ts'
import { type FakeSummarizer, fakeSummarizer } from '../fakes/fake-summarizer.ts'
import { fakeTokenizer } from '../fakes/fake-tokenizer.ts'
import { requestAt, supportSession } from '../support/support-session.ts'
import { engineWith } from './support/engine.ts'

const tokenizer = fakeTokenizer()
const request = requestAt(
  supportSession((text) => tokenizer.count(text) as number),
  41,
)

/** What becomes of the documents of a request under a policy of latency, when so many milliseconds pass with each look at the clock. */
async function outcomes(latency: RequestPolicy['latency'], summarizer: FakeSummarizer, stepMs = 0) {
  let nowMs = 0
  const monotonicMs = () => {
    nowMs += stepMs
    return nowMs
  }
  const engine = engineWith({ clock: { nowMs: () => 0, monotonicMs } })
  const policy = { budget: 5_500, ...(latency !== undefined && { latency }) }
  const { report } = await engine.compressRequest(request, policy, { dialect: 'openai', tokenizer, summarizer })
  expect(report).toMatchObject({ valid: true })
  const documents = report.segments.flatMap(({ class: name, outcome }) => (name === 'document' ? [outcome] : []))
  return { summarized: documents.includes('summarized'), extracted: documents.includes('extracted'), ...report.latency }
}
const short = () => fakeSummarizer(({ keep }) => `In short: ${keep.join(', ')}.`)

describe('summaries of a request', () => {
  it('are waited for where the policy sets no limit, and within it', async () => {
    expect(await outcomes(undefined, short(), 10_000)).toMatchObject({ summarized: true, summariesLeftOut: 0 })
    const generous = { prefillTokensPerSecond: 1, share: 1 }
    expect(await outcomes(generous, short())).toMatchObject({ summarized: true, summariesLeftOut: 0 })
  })

  it('are not asked for once the time is spent, and sentences meet the budget all the same', async () => {
    const summarizer = short()
    const spent = await outcomes({ prefillTokensPerSecond: 10_000, share: 0.5 }, summarizer, 10_000)
    expect(spent).toMatchObject({ summarized: false, extracted: true })
    expect(spent.summariesLeftOut).toBeGreaterThan(0)
    expect(summarizer.passages).toEqual([])
  })

  it('are not waited for longer than there is time', async () => {
    const stuck = fakeSummarizer(() => new Promise(() => {}))
    const late = await outcomes({ prefillTokensPerSecond: 1_000_000, share: 0.5 }, stuck)
    expect(late).toMatchObject({ summarized: false, extracted: true })
    expect(late.summariesLeftOut).toBe(stuck.passages.length)
  })
})
