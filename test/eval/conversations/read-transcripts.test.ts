import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readTranscripts } from '../../../eval/conversations/read-transcripts.ts'
import { requestFaults } from '../../../eval/conversations/request-faults.ts'
import { answerOf, requestOf, type Transcript } from '../../../eval/conversations/transcript.ts'
import { NEEDS_DATA, realData } from '../../support/real-data.ts'
import { OWN_CONVERSATIONS } from './own-conversations.ts'

const usage = (created: number, read: number) => ({
  input_tokens: 2,
  cache_creation_input_tokens: created,
  cache_read_input_tokens: read,
})
const use = (id: string) => ({ type: 'tool_use', id, name: 'Bash', input: { command: id } })
const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: `${id} done` })

const session = [
  { role: 'user', content: 'Look at both.' },
  { role: 'assistant', content: [{ type: 'text', text: '\n\n' }], api_call: 'a', usage: usage(90, 0) },
  { role: 'assistant', content: [use('one')], api_call: 'a', usage: usage(90, 0) },
  { role: 'user', content: [result('one')] },
  { role: 'assistant', content: [use('two')], api_call: 'a', usage: usage(90, 0) },
  { role: 'user', content: [result('two')] },
  { role: 'assistant', content: [{ type: 'text', text: 'Both are done.' }], api_call: 'b', usage: usage(30, 90) },
  { role: 'user', content: 'This session is being continued from a previous conversation. Both are done.' },
  { role: 'assistant', content: [{ type: 'text', text: 'What next?' }], api_call: 'c', usage: usage(20, 40) },
]
const run = {
  id: 'r1',
  answers: ['A-17'],
  messages: [
    { role: 'system', content: 'You help.' },
    { role: 'user', content: 'List it.' },
    {
      role: 'assistant',
      content: null,
      thought: 'mine',
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'ls', arguments: '{}' } }],
    },
    { role: 'tool', content: 'A-17', tool_call_ids: ['c1'] },
    { role: 'assistant', content: 'There is A-17.' },
  ],
}

describe('transcripts', () => {
  let folder: string
  let agent: Transcript
  let chat: Transcript

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'packgraph-transcripts-'))
    writeFileSync(join(folder, 'agent.jsonl'), session.map((row) => `${JSON.stringify(row)}\n`).join(''))
    writeFileSync(join(folder, 'runs.jsonl'), `${JSON.stringify(run)}\n`)
    const read = await readTranscripts(folder)
    ;[agent, chat] = read.transcripts as [Transcript, Transcript]
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('join the rows of one call to one answer, which all results of it follow', () => {
    expect(agent.messages.slice(0, 3)).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Look at both.' }] },
      { role: 'assistant', content: [use('one'), use('two')] },
      { role: 'user', content: [result('one'), result('two')] },
    ])
    expect(agent.calls.map(({ start, end }) => [start, end])).toEqual([
      [0, 1],
      [0, 3],
      [4, 5],
    ])
  })

  it('begin the history anew where a summary took its place', () => {
    const last = requestOf(agent, agent.calls[2]!)
    expect(last.messages).toHaveLength(1)
    expect(answerOf(agent, agent.calls[2]!).content).toEqual([{ type: 'text', text: 'What next?' }])
  })

  it('have a system prompt as long as the first call was recorded, and the tools that were used', () => {
    const { system, tools } = agent.frame as { system: string; tools: { name: string }[] }
    expect(system.split(' ').length).toBeGreaterThan(70)
    expect(system.split(' ').length).toBeLessThan(92)
    expect(tools.map(({ name }) => name)).toEqual(['Bash'])
  })

  it('keep of runs what the provider’s messages may have, and what has to be known in the end', () => {
    expect(chat).toMatchObject({ name: 'r1', group: 'runs', dialect: 'openai', answers: ['A-17'] })
    expect(chat.messages[2]).not.toHaveProperty('thought')
    expect(chat.messages[3]).toEqual({ role: 'tool', content: 'A-17', tool_call_id: 'c1' })
    expect(chat.calls.map(({ end }) => end)).toEqual([2, 4])
  })

  it('name file and line of what is no conversation', async () => {
    const path = join(folder, 'broken.txt')
    writeFileSync(path, '{"role":"user","content":"a"}\n{"role":"judge","content":"b"}\n')
    await expect(readTranscripts(path)).rejects.toThrow(/broken\.txt, line 2: “role”/)
    await expect(readTranscripts(join(folder, 'none'))).rejects.toMatchObject({ code: 'INPUT' })
  })

  it('of our own are valid requests, call by call, and hold the answers in the end', async () => {
    const { transcripts } = await readTranscripts(OWN_CONVERSATIONS)
    expect(transcripts).toHaveLength(5)
    for (const transcript of transcripts) expect(faultsOf(transcript)).toEqual([])
    for (const { answers, messages } of transcripts) {
      const text = JSON.stringify(messages)
      for (const answer of answers) expect(text).toContain(answer)
    }
  })
})

describe.skipIf(realData('conversations') === undefined)(`recorded conversations (${NEEDS_DATA})`, () => {
  it('are valid requests, call by call', async () => {
    const { transcripts } = await readTranscripts(realData('conversations')!)
    expect(transcripts).toHaveLength(4 + 25 + 14)
    for (const transcript of transcripts) expect(faultsOf(transcript)).toEqual([])
  })
})

function faultsOf(transcript: Transcript) {
  return transcript.calls.flatMap((call) => requestFaults(requestOf(transcript, call), transcript.dialect))
}
