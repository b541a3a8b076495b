import { describe, expect, it } from 'vitest'
import { evidenceKept, evidenceOf } from '../../../eval/conversations/evidence.ts'
import { factsBesideKeys, factsWithin, keyedFacts, quotedFacts } from '../../../eval/conversations/quoted-facts.ts'
import type { RawMessage } from '../../../eval/conversations/transcript.ts'

const user = (content: string): RawMessage => ({ role: 'user', content })
const tool = (content: string): RawMessage => ({ role: 'tool', tool_call_id: 'c1', content })

describe('facts', () => {
  it('are whole tokens with a digit, of three characters or more', () => {
    expect(quotedFacts('Order SO-91427 of 2030-11-04: 40 x BRG-118 at 5.10, for ada_q7@example.org. Page 12.')).toEqual(
      ['SO-91427', '2030-11-04', 'BRG-118', '5.10', 'ada_q7@example.org'],
    )
  })

  it('are found within longer tokens, and not within words', () => {
    const facts = factsWithin('certificate_4856383 left at 2024-05-20T10:30')
    expect([...facts].filter((fact) => ['4856383', 'certificate_4856383', '10:30'].includes(fact))).toHaveLength(2)
    expect(factsWithin('A48563831').has('4856383')).toBe(false)
  })

  it('stand at their keys in JSON, those of lists and of keys themselves too', () => {
    const keys = keyedFacts('{"ids":["A17","B22"],"pay":{"card_441":{"amount":120}},"note":"see C305"}')
    expect([...keys].map(([fact, own]) => [fact, ...own])).toEqual([
      ['A17', 'ids'],
      ['B22', 'ids'],
      ['card_441', 'pay'],
      ['441', 'pay'],
      ['120', 'amount'],
      ['C305', 'note'],
    ])
    expect(keyedFacts('id: A17').size).toBe(0)
  })

  it('stand beside their keys in hoisted tables, in TOON and in lines of text', () => {
    const table = factsBesideKeys('H1 json compact\n@1 2 rows comma: id,due\nLN-482,2031-03-04\nLN-489,2031-03-07')
    expect([...table.get('LN-489')!]).toEqual(['id'])
    const toon = factsBesideKeys('flights[1\t]{number\tseats{eco\tbusiness}}:\n  HAT069\t117\t239\npaid[2]: 551,552')
    expect([...toon.get('HAT069')!, ...toon.get('117')!, ...toon.get('239')!]).toEqual(['number', 'eco', 'business'])
    expect([...toon.get('551')!]).toEqual(['paid'])
    const line = factsBesideKeys('loan {"loan_id":"LN-482",fine: 240} branch=north 17 b')
    expect([...line.get('LN-482')!]).toEqual(['loan_id'])
    expect([...line.get('240')!]).toEqual(['fine'])
    expect(line.get('482')).toEqual(new Set(['loan_id']))
  })
})

describe('evidence', () => {
  const history = [user('My card is 2207-5518.'), tool('{"member_id":"m_817","fine_cents":1175}'), user('How much?')]
  const answer: RawMessage = {
    role: 'assistant',
    content: 'You owe 1175 cents on 2207-5518; our hours are 9-17, build 2.14.3.',
    tool_calls: [{ id: 'c2', type: 'function', function: { name: 'pay', arguments: '{"member":"m_817"}' } }],
  }
  const evidence = evidenceOf(answer, history, 'Build 2.14.3')

  it('is what the answer quotes in text and calls from the history, and not from the system prompt', () => {
    expect(evidence.facts).toEqual(['1175', '2207-5518', 'm_817'])
    expect([...evidence.keys.keys()]).toEqual(['1175', 'm_817'])
  })

  it('is kept where the request has the fact, and beside its key where that stands there, too', () => {
    const request = { messages: [user('owes 1175, member_id: m_817'), user('How much?')] }
    expect(evidenceKept(evidence, request)).toEqual({ facts: 3, kept: 2, keyedFacts: 2, keptBesideKey: 1 })
    expect(evidenceKept(evidence, { messages: history })).toEqual({
      facts: 3,
      kept: 3,
      keyedFacts: 2,
      keptBesideKey: 2,
    })
  })

  it('is not kept by the system prompt', () => {
    const request = { messages: [{ role: 'system', content: '1175' }, user('How much?')] }
    expect(evidenceKept(evidence, request).kept).toBe(0)
  })
})
