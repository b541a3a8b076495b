import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateTokens } from '../../../src/adapters/tokenizers/heuristic/estimate-tokens.ts'
import { deepenUnits } from '../../../src/converse/ladder/deepen-units.ts'
import { type Conversation, type HistoryUnit, UNIT_LEVELS, type UnitForm } from '../../../src/domain/conversation.ts'
import { makeHistory, type Turn, textsOf } from './history.ts'

const tools = { weigh: estimateTokens, count: estimateTokens }
const markerOf = ({ index }: HistoryUnit): string => `[2:${index}]`

function deepen(
  turns: readonly Turn[],
  targetTokens: number,
  given?: readonly UnitForm[],
  freshUnits = 2,
  roomTokens = targetTokens,
) {
  const { conversation, units, forms: verbatim } = makeHistory(turns)
  const forms = given ?? verbatim
  const countForm = counterOf(conversation)
  return deepenUnits({
    conversation,
    units,
    forms,
    freshUnits,
    targetTokens,
    roomTokens,
    countForm,
    markerOf,
    tools,
  })
}

function counterOf(conversation: Conversation): (unit: HistoryUnit, form: UnitForm) => number {
  return (unit, form) =>
    textsOf(conversation, unit, form).reduce((sum, text) => sum + estimateTokens(text), form.line === null ? 4 : 1)
}

const word = fc.constantFrom('order', 'A-1204', 'ship', 'EUR 18.50', '2024-05-20', 'the', 'failed', 'because', 'BERLIN')
const said = fc.array(word, { minLength: 1, maxLength: 30 }).map((words) => `${words.join(' ')}.`)
const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value))
const rows = fc
  .array(fc.record({ id: fc.nat(9999), city: word, seats: fc.nat(99) }), { maxLength: 12 })
  .map((list) => JSON.stringify(list, null, 1))
const turn: fc.Arbitrary<Turn> = fc.oneof(
  said.map((user) => ({ user })),
  said.map((assistant) => ({ assistant })),
  fc.record({
    call: fc.constantFrom('find', 'read'),
    input: fc.record({ id: word }),
    gave: fc.oneof(said, json, rows),
  }),
)
const turns = fc.array(turn, { minLength: 1, maxLength: 14 })

describe('deepenUnits', () => {
  it('leaves a history alone that fits', async () => {
    const { forms } = await deepen([{ user: 'Hello.' }, { assistant: 'Hello.' }], 100)
    expect(forms.map(({ level }) => level)).toEqual(['verbatim', 'verbatim'])
  })

  it('fits, or has taken every step that there is; and its sum is that of its forms', async () => {
    await fc.assert(
      fc.asyncProperty(turns, fc.double({ min: 0, max: 1, noNaN: true }), async (history, share) => {
        const { conversation, units, forms: verbatim } = makeHistory(history)
        const count = counterOf(conversation)
        const sum = (forms: readonly UnitForm[]) =>
          units.reduce((total, unit, at) => total + count(unit, forms[at]!), 0)
        const target = Math.floor(share * sum(verbatim))
        const { forms, tokens } = await deepen(history, target)
        expect(tokens).toBe(sum(forms))
        if (tokens > target) expect((await deepen(history, 0)).tokens).toBe(tokens)
      }),
    )
  })

  it('touches nothing fresh for what is only wanted', async () => {
    await fc.assert(
      fc.asyncProperty(turns, async (history) => {
        const { forms } = await deepen(history, 0, undefined, 2, Number.MAX_SAFE_INTEGER)
        for (const { level } of forms.slice(-2)) expect(['verbatim', 'lossless']).toContain(level)
      }),
    )
  })

  it('only deepens, never lengthens a unit, and keeps the last one among the messages', async () => {
    await fc.assert(
      fc.asyncProperty(turns, fc.nat(200), fc.nat(200), async (history, firstTarget, secondTarget) => {
        const { conversation, units, forms: verbatim } = makeHistory(history)
        const count = counterOf(conversation)
        const first = await deepen(history, firstTarget)
        const second = await deepen(history, secondTarget, first.forms)
        for (const [at, unit] of units.entries()) {
          const [before, between, after] = [verbatim[at]!, first.forms[at]!, second.forms[at]!]
          expect(depth(between)).toBeGreaterThanOrEqual(depth(before))
          expect(depth(after)).toBeGreaterThanOrEqual(depth(between))
          expect(count(unit, between)).toBeLessThanOrEqual(count(unit, before))
          expect(count(unit, after)).toBeLessThanOrEqual(count(unit, between))
          if (at === units.length - 1)
            expect(after).toMatchObject({ line: null, level: expect.not.stringMatching('gone') })
        }
      }),
    )
  })

  it('gives the same forms for the same history', async () => {
    await fc.assert(
      fc.asyncProperty(turns, fc.nat(200), async (history, target) => {
        expect(await deepen(history, target)).toEqual(await deepen(history, target))
      }),
    )
  })

  it('invents no fact: each word with a digit stands in the unit, in a marker or in a note of what was left out', async () => {
    await fc.assert(
      fc.asyncProperty(turns, fc.nat(120), async (history, target) => {
        const { conversation, units, forms: verbatim } = makeHistory(history)
        const { forms } = await deepen(history, target)
        for (const [at, unit] of units.entries()) {
          if (forms[at]!.level === 'lossless') continue
          const source = textsOf(conversation, unit, verbatim[at]!).join('\n')
          for (const text of textsOf(conversation, unit, forms[at]!)) {
            const own = text.replaceAll(/\[2:\d+\](?: rows: \d+)?(?:,? values: \d+)?/g, ' ')
            if (own.startsWith('H1 ')) continue
            for (const [word] of own.matchAll(/[A-Z]*-?\d[\d.-]*/g)) expect(source).toContain(word)
          }
        }
      }),
    )
  })

  it('stops when it is told to', async () => {
    const { conversation, units, forms } = makeHistory([{ user: 'Hello there, how are you?' }])
    const signal = AbortSignal.abort()
    const input = {
      conversation,
      units,
      forms,
      freshUnits: 2,
      targetTokens: 1,
      roomTokens: 1,
      countForm: () => 9,
      markerOf,
      tools,
      signal,
    }
    await expect(deepenUnits(input)).rejects.toMatchObject({ code: 'CANCELLED' })
  })
})

function depth({ level }: UnitForm): number {
  return UNIT_LEVELS.indexOf(level)
}
