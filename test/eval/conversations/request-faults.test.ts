import { describe, expect, it } from 'vitest'
import { instructionFaults, requestFaults } from '../../../eval/conversations/request-faults.ts'
import type { RawMessage } from '../../../eval/conversations/transcript.ts'

const user = (content: unknown): RawMessage => ({ role: 'user', content })
const said = (content: unknown): RawMessage => ({ role: 'assistant', content })
const calls = (...ids: readonly string[]): RawMessage => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'ls', arguments: '{}' } })),
})
const answers = (id: string): RawMessage => ({ role: 'tool', tool_call_id: id, content: 'x' })
const uses = (...ids: readonly string[]) => said(ids.map((id) => ({ type: 'tool_use', id, name: 'ls', input: {} })))
const results = (...ids: readonly string[]) =>
  user(ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: 'x' })))
const tools = [{ name: 'ls', input_schema: { type: 'object' } }]

const openai = (...messages: readonly RawMessage[]) => requestFaults({ messages }, 'openai').map(({ kind }) => kind)
const anthropic = (...messages: readonly RawMessage[]) =>
  requestFaults({ tools, messages }, 'anthropic').map(({ kind }) => kind)

describe('requests of OpenAI’s shape', () => {
  it('are sound where every call has its result right behind it', () => {
    expect(openai(user('a'), calls('1', '2'), answers('2'), answers('1'), said('b'), user('c'))).toEqual([])
  })

  it.each([
    ['a call without its result', [user('a'), calls('1', '2'), answers('1'), user('b')]],
    ['last calls without results', [user('a'), calls('1')]],
    ['a result without its call', [user('a'), answers('1')]],
    ['a result that comes later', [user('a'), calls('1'), user('b'), answers('1')]],
    ['an id that occurs twice', [user('a'), calls('1', '1'), answers('1')]],
  ])('are broken by %s', (_, messages) => {
    expect(openai(...messages)).toContain('pairs')
  })

  it('need messages, known roles and content', () => {
    expect(openai()).toEqual(['form'])
    expect(openai({ role: 'judge', content: 'a' })).toEqual(['form'])
    expect(openai(user(null))).toEqual(['form'])
  })
})

describe('requests of Anthropic’s shape', () => {
  it('are sound where the results of all calls come next, and first', () => {
    expect(anthropic(user('a'), uses('1', '2'), results('1', '2'), said('b'), user('c'))).toEqual([])
  })

  it.each([
    ['a call without its result', [user('a'), uses('1', '2'), results('1')]],
    ['a result without its call', [user('a'), said('b'), results('1')]],
    ['a first message of results', [results('1')]],
    ['last calls without results', [user('a'), uses('1')]],
  ])('are broken by %s', (_, messages) => {
    expect(anthropic(...messages)).toContain('pairs')
  })

  it.each([
    ['an answer comes first', [said('a')]],
    ['a text is empty', [user([{ type: 'text', text: ' ' }])]],
    [
      'results do not come first',
      [
        user('a'),
        uses('1'),
        user([
          { type: 'text', text: 'b' },
          { type: 'tool_result', tool_use_id: '1', content: 'x' },
        ]),
      ],
    ],
    ['thinking is not signed', [user('a'), said([{ type: 'thinking', thinking: 'b' }]), user('c')]],
    [
      'there are more than four cache marks',
      [user(Array.from({ length: 5 }, () => ({ type: 'text', text: 'a', cache_control: { type: 'ephemeral' } })))],
    ],
  ])('have a fault where %s', (_, messages) => {
    expect(anthropic(...messages)).toEqual(['form'])
  })

  it('need tools where tools are used', () => {
    expect(requestFaults({ messages: [user('a'), uses('1'), results('1')] }, 'anthropic')).toHaveLength(1)
  })
})

describe('instructions', () => {
  const whole = { system: 'Be brief.', tools, messages: [user('a')] }

  it('are as they were with a cache mark, as a block, and with tools left out', () => {
    const block = { type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }
    expect(instructionFaults({ ...whole, system: [block], tools: [] }, whole)).toEqual([])
  })

  it('differ by a letter of the system prompt, beside the messages and among them, and by one of a tool', () => {
    expect(instructionFaults({ ...whole, system: 'Be brief' }, whole)).toHaveLength(1)
    const messages = [{ role: 'system', content: 'Be brief.' }, user('a')]
    expect(instructionFaults({ messages: [user('a')] }, { messages })).toHaveLength(1)
    expect(instructionFaults({ ...whole, tools: [{ ...tools[0], name: 'dir' }] }, whole)).toHaveLength(1)
  })
})
