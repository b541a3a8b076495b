import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readConversation } from '../../src/converse/dialects/read-conversation.ts'
import { historyUnits } from '../../src/converse/history-units.ts'
import { DIALECTS, type Dialect } from '../../src/domain/conversation.ts'
import { requestsOf } from '../support/conversations.ts'

describe.each(DIALECTS)('the units of a conversation in the dialect %s', (dialect) => {
  test('cover every message behind the head once, and never part a call from its results', () => {
    fc.assert(
      fc.property(requestsOf(dialect), (request) => {
        const conversation = readConversation(request, dialect)
        const { leadingMessages, units, queryUnit } = historyUnits(conversation)
        let position = leadingMessages
        const unitOf = new Map<string, number>()
        for (const unit of units) {
          expect(unit.start).toBe(position)
          expect(unit.end).toBeGreaterThan(unit.start)
          position = unit.end
          for (const { parts } of conversation.messages.slice(unit.start, unit.end)) {
            for (const part of parts) {
              if (part.kind !== 'call' && part.kind !== 'result') continue
              expect(unitOf.get(part.callId) ?? unit.index).toBe(unit.index)
              unitOf.set(part.callId, unit.index)
            }
          }
        }
        expect(position).toBe(conversation.messages.length)
        expect(units[queryUnit!]!.kind).toBe('user')
      }),
    )
  })
})

const user = (content: unknown) => ({ role: 'user', content })
const assistant = (content: unknown) => ({ role: 'assistant', content })
const called = (...ids: readonly string[]) =>
  assistant(ids.map((id) => ({ type: 'tool_use', id, name: 'get', input: { id } })))
const answered = (...ids: readonly string[]) =>
  user(ids.map((tool_use_id) => ({ type: 'tool_result', tool_use_id, content: tool_use_id })))

function unitsOf(messages: readonly unknown[], dialect: Dialect = 'anthropic') {
  const { leadingMessages, units, queryUnit } = historyUnits(readConversation({ messages }, dialect))
  return {
    leadingMessages,
    queryUnit,
    units: units.map(({ start, end, kind, turn }) => `${kind} ${start}-${end} turn ${turn}`),
  }
}

describe('a history', () => {
  test('keeps calls side by side with all their results, and answers in a row, together', () => {
    const messages = [
      user('A'),
      assistant('B'),
      called('a', 'b'),
      answered('b'),
      answered('a'),
      assistant('C'),
      user('D'),
    ]
    expect(unitsOf(messages)).toEqual({
      leadingMessages: 0,
      queryUnit: 3,
      units: ['user 0-1 turn 0', 'call 1-5 turn 0', 'assistant 5-6 turn 0', 'user 6-7 turn 1'],
    })
  })

  test('has the question before its running calls, or among their results', () => {
    expect(unitsOf([user('A'), called('a'), answered('a'), called('b'), answered('b')])).toMatchObject({
      queryUnit: 0,
      units: ['user 0-1 turn 0', 'call 1-3 turn 0', 'call 3-5 turn 0'],
    })
    const both = user([
      { type: 'tool_result', tool_use_id: 'a', content: 'x' },
      { type: 'text', text: 'Faster!' },
    ])
    expect(unitsOf([user('A'), called('a'), both, called('b'), answered('b')])).toMatchObject({
      queryUnit: 1,
      units: ['user 0-1 turn 0', 'call 1-3 turn 0', 'call 3-5 turn 1'],
    })
  })

  test('keeps a call that nothing answers with the message behind it, and a result of nothing with the one before', () => {
    expect(unitsOf([user('A'), called('a'), user('B'), assistant('C')]).units).toEqual([
      'user 0-1 turn 0',
      'call 1-3 turn 0',
      'assistant 3-4 turn 1',
    ])
    expect(unitsOf([user('A'), answered('x'), assistant('C')]).units).toEqual([
      'call 0-2 turn 0',
      'assistant 2-3 turn 0',
    ])
    expect(unitsOf([user('A'), called('a')]).units).toEqual(['user 0-1 turn 0', 'call 1-2 turn 0'])
    expect(unitsOf([answered('x'), assistant('C')]).units).toEqual(['call 0-1 turn 0', 'assistant 1-2 turn 0'])
  })

  test('parts calls whose ids were used before', () => {
    const round = [called('a'), answered('a')]
    expect(unitsOf([user('A'), ...round, ...round, ...round]).units).toEqual([
      'user 0-1 turn 0',
      'call 1-3 turn 0',
      'call 3-5 turn 0',
      'call 5-7 turn 0',
    ])
  })

  test('has instructions and examples at its head apart, and instructions in its middle as units of their own', () => {
    const messages = [
      { role: 'system', content: 'S' },
      { role: 'system', name: 'example_user', content: 'Q' },
      { role: 'assistant', name: 'example_assistant', content: 'A' },
      user('A'),
      { role: 'developer', content: 'T' },
      user('B'),
    ]
    expect(unitsOf(messages, 'openai')).toEqual({
      leadingMessages: 3,
      queryUnit: 2,
      units: ['user 3-4 turn 0', 'system 4-5 turn 0', 'user 5-6 turn 1'],
    })
    expect(unitsOf([{ role: 'system', content: 'S' }], 'openai')).toEqual({
      leadingMessages: 1,
      queryUnit: null,
      units: [],
    })
  })

  const hashOf = (message: object, dialect: Dialect = 'anthropic') =>
    historyUnits(readConversation({ messages: [message] }, dialect)).units[0]!.sha256

  test('tells units apart by what they hold, not by the order of keys or by cache marks', () => {
    const marked = { text: 'A', type: 'text', cache_control: { type: 'ephemeral' } }
    expect(hashOf({ content: 'A', role: 'user' })).toBe(hashOf(user('A')))
    expect(hashOf(user([marked]))).toBe(hashOf(user('A')))
    expect(hashOf(user([{ type: 'tool_result', tool_use_id: 'a', content: [marked] }]))).toBe(
      hashOf(user([{ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'A' }] }])),
    )
    const option = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } }
    expect(hashOf({ ...user('A'), ...option }, 'ai-sdk')).toBe(hashOf(user('A'), 'ai-sdk'))
    const input = (value: object) => assistant([{ type: 'tool_use', id: 'a', name: 'get', input: value }])
    expect(hashOf(input({ cache_control: 1 }))).not.toBe(hashOf(input({})))
    expect(hashOf(user('B'))).not.toBe(hashOf(user('A')))
  })

  test('tells bytes and links apart', () => {
    const file = (data: unknown) => hashOf(user([{ type: 'file', data, mediaType: 'image/png' }]), 'ai-sdk')
    expect(file(new Uint8Array([1, 2]))).toBe(file(Buffer.from([1, 2])))
    expect(file(new Uint8Array([1, 2]).buffer)).toBe(file(new Uint8Array([1, 2])))
    const hashes = [
      new Uint8Array([1]),
      new Uint8Array([2]),
      new URL('https://a.example'),
      new URL('https://b.example'),
    ]
    expect(new Set(hashes.map(file)).size).toBe(4)
  })
})
