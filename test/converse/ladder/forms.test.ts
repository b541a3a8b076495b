import { describe, expect, it } from 'vitest'
import { estimateTokens } from '../../../src/adapters/tokenizers/heuristic/estimate-tokens.ts'
import { expandTable } from '../../../src/compress/tool-output/json/expand-table.ts'
import { factsForm } from '../../../src/converse/ladder/facts-form.ts'
import { indexHistory } from '../../../src/converse/ladder/history-index.ts'
import { losslessForm, VERBATIM } from '../../../src/converse/ladder/lossless-form.ts'
import { keyedForm, valuesForm } from '../../../src/converse/ladder/memory-line.ts'
import type { UnitForm } from '../../../src/domain/conversation.ts'
import { makeHistory, type Turn, textsOf } from './history.ts'
import { SHOP_RUN } from './shop-run.ts'

const tools = { weigh: estimateTokens, count: estimateTokens }

async function formsOf(turns: readonly Turn[]): Promise<string> {
  const { conversation, units } = makeHistory(turns)
  const index = await indexHistory(conversation, units)
  const shown: string[] = []
  for (const [at, unit] of units.entries()) {
    const marker = `[2:${at}]`
    const forms: readonly UnitForm[] = [
      await losslessForm(unit, conversation, tools),
      await factsForm(at, VERBATIM, index, { ...tools, marker }),
      keyedForm(at, index, marker),
      valuesForm(at, index, marker),
    ]
    shown.push(`## ${at} ${unit.kind}`)
    for (const form of forms) shown.push(`# ${form.level}`, ...textsOf(conversation, unit, form))
  }
  return `${shown.join('\n')}\n`
}

/** What the first result of a history becomes as facts. */
async function factsOf(turns: readonly Turn[], position: number): Promise<readonly string[]> {
  const { conversation, units } = makeHistory(turns)
  const index = await indexHistory(conversation, units)
  const form = await factsForm(position, VERBATIM, index, { ...tools, marker: '[2:7]' })
  return textsOf(conversation, units[position]!, form)
}

describe('the forms of a unit', () => {
  it('are what a reader expects', async () => {
    await expect(await formsOf(SHOP_RUN)).toMatchFileSnapshot('./forms.golden.txt')
  })

  it('stay JSON where they look like it, and hoisted tables lead back to what they show', async () => {
    const rows = Array.from({ length: 20 }, (_, at) => ({
      id: `A-${1000 + at}`,
      note: 'a note of no use',
      seats: at % 7,
    }))
    for (const gave of [rows, { id: 'B-2000', note: 'of no use at all, but rather long', list: rows.slice(0, 4) }]) {
      const turns = [
        { call: 'find', input: {}, gave: JSON.stringify(gave) },
        { assistant: 'It is A-1003.' },
        { user: 'Yes.' },
      ]
      const [, text = ''] = await factsOf(turns, 0)
      expect(text).toContain('[2:7]')
      const json: unknown = JSON.parse(text.startsWith('H1 ') ? expandTable(text) : text)
      expect(JSON.stringify(json)).toContain('A-1003')
    }
  })

  it('tell a result that comes again, letter for letter, by a note', async () => {
    const call = { call: 'read', input: { path: 'a.txt' }, gave: 'line 10 of a file\n'.repeat(9) }
    const [, text] = await factsOf([call, { assistant: 'Once more.' }, call, { user: 'Well?' }], 0)
    expect(text).toBe('[2:7] the same result stands again below')
  })

  it('keep arguments of calls as they are as long as the call stands among the messages', async () => {
    const input = { path: 'src/a.ts', content: 'let a = 1\n'.repeat(50) }
    const [argumentsText] = await factsOf([{ call: 'write', input, gave: 'done' }, { user: 'Go on.' }], 0)
    expect(argumentsText).toBe(JSON.stringify(input))
  })

  it('keep of a test run what failed, with its line', async () => {
    const gave = `${'ok something passes\n'.repeat(60)}FAIL test/pack/fill.test.ts > fills 12 of 13\n${'ok more\n'.repeat(60)}`
    const [, text] = await factsOf([{ call: 'bash', input: {}, gave }, { assistant: 'Hm.' }, { user: 'And?' }], 0)
    expect(text).toContain('FAIL test/pack/fill.test.ts > fills 12 of 13')
    expect(text!.length).toBeLessThan(gave.length / 4)
  })
})

describe('losslessForm', () => {
  it('is a function of the unit alone, whatever stands around it', async () => {
    const call = { call: 'find', input: {}, gave: JSON.stringify(Array(9).fill({ id: 4711, name: 'Ada' }), null, 2) }
    const alone = makeHistory([call])
    const among = makeHistory([{ user: 'Find 4711.' }, call, { assistant: 'Found.' }])
    const form = await losslessForm(alone.units[0]!, alone.conversation, tools)
    expect(form.level).toBe('lossless')
    expect(await losslessForm(among.units[1]!, among.conversation, tools)).toEqual(form)
  })

  it('is verbatim where nothing is smaller', async () => {
    const { conversation, units } = makeHistory([{ call: 'add', input: { a: 1 }, gave: '255.0' }])
    expect(await losslessForm(units[0]!, conversation, tools)).toEqual(VERBATIM)
  })
})
