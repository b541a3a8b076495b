import { describe, expect, it } from 'vitest'
import { type PassageInput, summarizePassage } from '../../../src/compress/prose/summarize-passage.ts'
import type { Summarizer } from '../../../src/ports/summarizer.ts'
import { fakeSummarizer } from '../../fakes/fake-summarizer.ts'

const TEXT =
  'The harbour of Aldmoor was built in 1820 by a company of fishermen who wanted shelter from the storms of the north. ' +
  'Call `open_gate()` before a ship comes in. The gate is heavy, and it takes two people to turn the wheel that lifts it.'

const weigh = (text: string): number => Math.ceil(text.length / 4)

function passage(summarizer: Summarizer, wish: Partial<PassageInput> = {}): PassageInput {
  return {
    text: TEXT,
    budgetTokens: 36,
    weigh,
    summarizer,
    timeoutMs: 1_000,
    ...wish,
  }
}

const GOOD = 'Harbour built in 1820; call `open_gate()` first, two people lift the gate.'

describe('Summarising a passage', () => {
  it('takes a good summary, trimmed', async () => {
    const summarizer = fakeSummarizer(() => `\n${GOOD}\n\n`)
    expect(await summarizePassage(passage(summarizer))).toEqual({ kind: 'summary', text: GOOD })
  })

  it('tells the summarizer the passage, the query, its budget, and what to keep', async () => {
    const summarizer = fakeSummarizer(() => GOOD)
    await summarizePassage(passage(summarizer, { query: 'Where are gates for ships?' }))
    expect(summarizer.passages).toEqual([
      {
        text: TEXT,
        query: 'Where are gates for ships?',
        budgetTokens: 36,
        keep: ['`open_gate()`', '1820', 'ship', 'gate'],
      },
    ])
  })

  it.each<[string, string, object]>([
    ['nothing', ' \n', { reason: 'empty' }],
    ['more than the passage', `${TEXT} And more.`, { reason: 'longer' }],
    ['more than the budget', `${GOOD} ${'It is said to be old. '.repeat(5)}`, { reason: 'over-budget' }],
    ['no number', 'Call `open_gate()` first.', { reason: 'drops-fact', detail: 'the summary lacks "1820"' }],
    ['another number', 'Built in 18201; call `open_gate()`.', { reason: 'drops-fact' }],
    ['code out of its span', 'Built in 1820; call open_gate().', { reason: 'drops-fact' }],
    ['a comment like a mark', `${GOOD} <!-- pg:src=00000000#0-9 -->`, { reason: 'breaks-structure' }],
    ['a fence that is never closed', `${GOOD}\n\`\`\`\nx`, { reason: 'breaks-structure' }],
    ['a heading', `# Summary\n${GOOD}`, { reason: 'breaks-structure' }],
    ['an underlined heading', `${GOOD}\n-`, { reason: 'breaks-structure' }],
    ['a table without outer bars', `a | b\n--- | ---\n${GOOD}`, { reason: 'breaks-structure' }],
    ['indented code', `${GOOD}\n\n    x`, { reason: 'breaks-structure' }],
    ['HTML that swallows what follows', `<pre>${GOOD}`, { reason: 'breaks-structure' }],
    ['a formula', `$$\n${GOOD}`, { reason: 'breaks-structure' }],
    ['a link definition', `${GOOD}\n\n[a]: b`, { reason: 'breaks-structure' }],
  ])('refuses %s, and says why', async (_, summary, expected) => {
    const result = await summarizePassage(passage(fakeSummarizer(() => summary)))
    expect(result).toMatchObject({ kind: 'refused', ...expected })
  })

  it('refuses a summary without a word of the query that the passage has, in whatever form', async () => {
    const query = 'How do ships enter?'
    const without = await summarizePassage(
      passage(
        fakeSummarizer(() => GOOD),
        { query },
      ),
    )
    expect(without).toMatchObject({ kind: 'refused', reason: 'drops-fact', detail: 'the summary lacks "ship"' })
    const withIt = await summarizePassage(
      passage(
        fakeSummarizer(() => `${GOOD} Ships wait.`),
        { query },
      ),
    )
    expect(withIt).toMatchObject({ kind: 'summary' })
  })

  it('says why when the summarizer fails, whatever it throws', async () => {
    const failing = fakeSummarizer(() => Promise.reject(new Error('no such model')))
    expect(await summarizePassage(passage(failing))).toMatchObject({ reason: 'failed', detail: 'no such model' })
    const careless = {
      identity: 'careless',
      summarize: () => {
        throw 'boom'
      },
    } as unknown as Summarizer
    expect(await summarizePassage(passage(careless))).toMatchObject({ reason: 'failed', detail: 'boom' })
    const mute = { identity: 'mute', summarize: async () => undefined } as unknown as Summarizer
    expect(await summarizePassage(passage(mute))).toMatchObject({ reason: 'failed', detail: 'mute gave no text' })
  })

  it('waits no longer than it may, and tells the summarizer to stop', async () => {
    let signal: AbortSignal | undefined
    const slow = fakeSummarizer((_, options) => {
      signal = options.signal
      return new Promise(() => undefined)
    })
    const result = await summarizePassage(passage(slow, { timeoutMs: 20 }))
    expect(result).toMatchObject({ kind: 'refused', reason: 'timed-out', detail: expect.stringContaining('20 ms') })
    expect(signal?.aborted).toBe(true)
  })

  it('does not ask when the facts alone exceed the budget', async () => {
    const summarizer = fakeSummarizer(() => GOOD)
    const result = await summarizePassage(passage(summarizer, { budgetTokens: 4 }))
    expect(result).toMatchObject({ kind: 'refused', reason: 'facts-exceed-budget' })
    expect(summarizer.passages).toEqual([])
  })

  it('stops when cancelled, before and while the summarizer works', async () => {
    const waiting = fakeSummarizer(() => new Promise(() => undefined))
    const cancelled = summarizePassage(passage(waiting, { signal: AbortSignal.abort() }))
    await expect(cancelled).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(waiting.passages).toEqual([])
    const controller = new AbortController()
    const running = summarizePassage(passage(waiting, { signal: controller.signal }))
    controller.abort()
    await expect(running).rejects.toMatchObject({ code: 'CANCELLED' })
  })
})
