import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RequestEntry } from '../../src/domain/ledger.ts'
import { UsageTally } from '../../src/savings/usage-tally.ts'

const requestOf = (fields: Partial<RequestEntry>): RequestEntry => ({
  kind: 'request',
  atMs: 0,
  tokenizer: 'billed:m',
  model: 'm',
  sessionId: 's',
  inputTokens: 100,
  cacheReadTokens: 800,
  cacheWriteTokens: 100,
  outputTokens: 50,
  reasoningTokens: 20,
  estimatedInputTokens: null,
  nested: false,
  avoided: [],
  ...fields,
})

const summaryOf = (requests: readonly Partial<RequestEntry>[]) => {
  const tally = new UsageTally()
  for (const each of requests) tally.add(requestOf(each))
  return tally.summary()
}

describe('usage', () => {
  it('has what was billed, and apart from it nested requests and what was avoided', () => {
    const { requests, models, sessions } = summaryOf([
      { avoided: [{ tokenizer: 'words@1', tokens: 300 }] },
      {
        avoided: [
          { tokenizer: 'words@1', tokens: 200 },
          { tokenizer: 'a@1', tokens: -5 },
        ],
      },
      { nested: true, inputTokens: 7, outputTokens: 30 },
      { model: 'other', sessionId: null },
    ])
    expect(requests).toBe(4)
    expect(models.map(({ model }) => model)).toEqual(['m', 'other'])
    expect(models[0]).toEqual({
      model: 'm',
      billed: {
        requests: 2,
        inputTokens: 200,
        cacheReadTokens: 1_600,
        cacheWriteTokens: 200,
        outputTokens: 100,
        reasoningTokens: 40,
      },
      nested: {
        requests: 1,
        inputTokens: 7,
        cacheReadTokens: 800,
        cacheWriteTokens: 100,
        outputTokens: 30,
        reasoningTokens: 20,
      },
      avoided: [
        { tokenizer: 'a@1', tokens: -5, billedTokens: null },
        { tokenizer: 'words@1', tokens: 500, billedTokens: null },
      ],
      calibration: null,
      cache: { requests: 2, share: 0.8, recentShare: null, earlierShare: null, hasFallen: false },
    })
    expect(sessions.map(({ sessionId, model, requests }) => [sessionId, model, requests])).toEqual([['s', 'm', 2]])
  })

  it('learns how a model bills from a moving average, and corrects what was avoided by it', () => {
    const [model] = summaryOf([
      { estimatedInputTokens: 800, avoided: [{ tokenizer: 'words@1', tokens: 1_000 }] },
      { estimatedInputTokens: 1_000 },
      { estimatedInputTokens: null },
      { estimatedInputTokens: 0 },
    ]).models
    expect(model?.calibration?.ratio).toBeCloseTo(1.25 + 0.2 * (1 - 1.25), 12)
    expect(model?.calibration?.requests).toBe(2)
    expect(model?.avoided).toEqual([{ tokenizer: 'words@1', tokens: 1_000, billedTokens: 1_200 }])
  })

  const times = (count: number, fields: Partial<RequestEntry>) => Array.from({ length: count }, () => fields)
  const miss = { inputTokens: 500, cacheReadTokens: 500, cacheWriteTokens: 0 }

  it('raises an alarm when the share of cache hits falls, once there is enough to compare', () => {
    const hitsOf = (requests: readonly Partial<RequestEntry>[]) => summaryOf(requests).sessions[0]
    expect(hitsOf([...times(4, {}), ...times(5, miss)])).toMatchObject({ recentShare: null, hasFallen: false })
    expect(hitsOf([...times(5, {}), ...times(5, miss)])).toMatchObject({
      requests: 10,
      share: 0.65,
      earlierShare: 0.8,
      recentShare: 0.5,
      hasFallen: true,
    })
    expect(hitsOf([...times(7, {}), ...times(3, miss)])).toMatchObject({ recentShare: 0.62, hasFallen: false })
    expect(hitsOf([...times(5, miss), ...times(5, {})])).toMatchObject({ hasFallen: false })
  })

  it('raises it for the session and the model alone in which it fell', () => {
    const { sessions } = summaryOf([
      ...times(10, { sessionId: 'steady' }),
      ...times(5, { sessionId: 'other' }),
      ...times(5, { ...miss, sessionId: 'other' }),
      ...times(10, { sessionId: 'other', model: 'n' }),
      ...times(10, { ...miss, sessionId: 'steady', nested: true }),
    ])
    expect(sessions.map(({ sessionId, model, hasFallen }) => [sessionId, model, hasFallen])).toEqual([
      ['other', 'm', true],
      ['other', 'n', false],
      ['steady', 'm', false],
    ])
  })

  const request = fc.record({
    model: fc.constantFrom('m', 'n'),
    sessionId: fc.constantFrom('s', 't', null),
    inputTokens: fc.nat(9_999),
    cacheReadTokens: fc.nat(9_999),
    cacheWriteTokens: fc.nat(9_999),
    outputTokens: fc.nat(9_999),
    nested: fc.boolean(),
    estimatedInputTokens: fc.option(fc.nat(9_999)),
    avoided: fc.array(fc.record({ tokenizer: fc.constantFrom('a', 'b'), tokens: fc.integer() }), { maxLength: 2 }),
  })

  it('adds up to what was recorded, whatever was avoided', () => {
    fc.assert(
      fc.property(fc.array(request), (requests) => {
        const usage = summaryOf(requests)
        const bare = summaryOf(requests.map((each) => ({ ...each, avoided: [] })))
        for (const field of ['inputTokens', 'cacheReadTokens', 'cacheWriteTokens', 'outputTokens'] as const) {
          const recorded = requests.reduce((sum, each) => sum + each[field], 0)
          expect(usage.models.reduce((sum, { billed, nested }) => sum + billed[field] + nested[field], 0)).toBe(
            recorded,
          )
        }
        expect(usage.models.map((model) => ({ ...model, avoided: [] }))).toEqual(bare.models)
        expect(usage.sessions).toEqual(bare.sessions)
        const avoided = requests.flatMap((each) => each.avoided).reduce((sum, { tokens }) => sum + tokens, 0)
        expect(usage.models.flatMap((model) => model.avoided).reduce((sum, { tokens }) => sum + tokens, 0)).toBe(
          avoided,
        )
      }),
    )
  })
})
