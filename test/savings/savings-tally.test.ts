import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CompressEntry } from '../../src/domain/ledger.ts'
import type { SavedTokens } from '../../src/domain/savings.ts'
import { SavingsTally } from '../../src/savings/savings-tally.ts'

const NO_USAGE = { requests: 0, models: [], sessions: [] }
const DAY_MS = 86_400_000
const START_MS = Date.UTC(2026, 10, 30)

function entryOf(fields: Partial<CompressEntry>): CompressEntry {
  const phases = [
    { phase: 'structure', tokens: 1_000 },
    { phase: 'strip', tokens: 800 },
    { phase: 'summarize', tokens: 400 },
    { phase: 'layout', tokens: 410 },
  ]
  return { kind: 'compress', atMs: START_MS, tokenizer: 'words@1', originalId: '', rawTokens: 1_000, phases, ...fields }
}

describe('the totals of a ledger', () => {
  it('tell tokenizer, kind, phase and day', () => {
    const tally = new SavingsTally()
    tally.add(entryOf({}))
    tally.add(entryOf({ atMs: START_MS + DAY_MS - 1, rawTokens: 500, phases: [{ phase: 'strip', tokens: 450 }] }))
    tally.add(entryOf({ atMs: START_MS + DAY_MS, rawTokens: 100, phases: [{ phase: 'layout', tokens: 104 }] }))
    tally.add(entryOf({ tokenizer: 'letters@1', rawTokens: 7, phases: [] }))
    tally.addUnreadable()
    const nothing = { entries: 1, rawTokens: 7, countedTokens: 7, savedTokens: 0 }
    const whole = { entries: 3, rawTokens: 1_600, countedTokens: 964, savedTokens: 636 }
    expect(tally.summary()).toEqual({
      entries: 4,
      unreadable: 1,
      usage: NO_USAGE,
      conversations: [],
      shadow: [],
      tokenizers: [
        {
          tokenizer: 'letters@1',
          ...nothing,
          kinds: [{ kind: 'compress', ...nothing }],
          phases: [],
          days: [{ day: '2026-11-30', ...nothing }],
        },
        {
          tokenizer: 'words@1',
          ...whole,
          kinds: [{ kind: 'compress', ...whole }],
          phases: [
            { kind: 'compress', phase: 'structure', savedTokens: 0 },
            { kind: 'compress', phase: 'strip', savedTokens: 250 },
            { kind: 'compress', phase: 'summarize', savedTokens: 400 },
            { kind: 'compress', phase: 'layout', savedTokens: -14 },
          ],
          days: [
            { day: '2026-11-30', entries: 2, rawTokens: 1_500, countedTokens: 860, savedTokens: 640 },
            { day: '2026-12-01', entries: 1, rawTokens: 100, countedTokens: 104, savedTokens: -4 },
          ],
        },
      ],
    })
  })

  it('are nothing of nothing', () => {
    expect(new SavingsTally().summary()).toEqual({
      entries: 0,
      unreadable: 0,
      tokenizers: [],
      usage: NO_USAGE,
      conversations: [],
      shadow: [],
    })
  })

  const entry = fc.record({
    kind: fc.constant('compress' as const),
    atMs: fc.nat({ max: 5 }).map((day) => START_MS + day * DAY_MS),
    tokenizer: fc.constantFrom('a', 'b'),
    originalId: fc.constant(''),
    rawTokens: fc.nat(),
    phases: fc.array(fc.record({ phase: fc.constantFrom('x', 'y', 'z'), tokens: fc.nat() }), { maxLength: 4 }),
  })

  it('add up: kinds, phases and days each to the whole', () => {
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const tally = new SavingsTally()
        for (const each of entries) tally.add(each)
        const sum = (parts: readonly Pick<SavedTokens, 'savedTokens'>[]): number =>
          parts.reduce((total, { savedTokens }) => total + savedTokens, 0)
        const { tokenizers, entries: count } = tally.summary()
        expect(count).toBe(entries.length)
        expect(tokenizers.reduce((total, own) => total + own.entries, 0)).toBe(entries.length)
        for (const { savedTokens, rawTokens, countedTokens, kinds, phases, days } of tokenizers) {
          expect([rawTokens - countedTokens, sum(kinds), sum(phases), sum(days)]).toEqual(Array(4).fill(savedTokens))
        }
      }),
    )
  })
})
