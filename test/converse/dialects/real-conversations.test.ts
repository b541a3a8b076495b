import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createRequestCounter } from '../../../src/converse/count/request-counter.ts'
import { NO_MARKS } from '../../../src/converse/dialects/cache-marks.ts'
import { readConversation } from '../../../src/converse/dialects/read-conversation.ts'
import { writeConversation } from '../../../src/converse/dialects/write-conversation.ts'
import { historyUnits } from '../../../src/converse/history-units.ts'
import { checkRequest } from '../../../src/converse/validate/check-request.ts'
import type { Dialect } from '../../../src/domain/conversation.ts'
import { createCounter } from '../../../src/pack/counter.ts'
import { NEEDS_DATA, realData, recordsOf } from '../../support/real-data.ts'

interface Message extends Record<string, unknown> {
  readonly role: string
  readonly content: unknown
}

interface Run {
  readonly messages: readonly Message[]
}

const folder = realData('conversations')
const SESSIONS = ['258c7280', 'fa812bfe', 'subagent', 'tool_heavy']

/** Each conversation as a request. Sessions are rows of one block or a few; coding runs name the call of a result in a field of their own. */
function requests(path: string): readonly (readonly [name: string, dialect: Dialect, request: object])[] {
  const sessions = SESSIONS.map((name) => {
    const rows = recordsOf<Message>(join(path, `claude-code-${name}.jsonl`))
    return [name, 'anthropic', { messages: rows.map(({ role, content }) => ({ role, content })) }] as const
  })
  const runs = ['tau-airline', 'swe-agent'].flatMap((name) =>
    recordsOf<Run>(join(path, `${name}.jsonl`)).map(({ messages }, index) => {
      const named = messages.map(({ tool_call_ids: ids, ...message }) =>
        Array.isArray(ids) ? { ...message, tool_call_id: ids[0] } : message,
      )
      return [`${name} ${index}`, 'openai', { messages: named }] as const
    }),
  )
  return [...sessions, ...runs]
}

const characters = { identity: 'characters', exactness: 'exact', count: (text: string) => text.length } as const

describe.skipIf(folder === undefined)(`real conversations (${NEEDS_DATA})`, () => {
  test.each(folder === undefined ? [] : requests(folder))(
    'come back, cut where they may be, and pass: %s',
    async (_, dialect, request) => {
      const source = readConversation(request, dialect)
      const messages = source.messages.map((_, message) => ({ kind: 'original', message, texts: [] }) as const)
      const written = writeConversation({ source, tools: source.tools, messages }, NO_MARKS)
      expect(JSON.stringify(written)).toBe(JSON.stringify(request))

      const counter = createRequestCounter(createCounter(characters, undefined), dialect)
      const facts = { budgetTokens: await counter.conversation(source), counter, keywords: [], query: null }
      const checks = await checkRequest(source, structuredClone(written), facts)
      expect(checks.filter(({ passed }) => !passed)).toEqual([])

      const { units, leadingMessages } = historyUnits(source)
      // A newer half of the conversation, from any unit on, holds whole calls.
      for (const { start } of units) {
        const kept = [...messages.slice(0, leadingMessages), ...messages.slice(start)]
        const half = writeConversation({ source, tools: source.tools, messages: kept }, NO_MARKS)
        const [pairs] = (await checkRequest(source, half, facts)).filter(({ name }) => name === 'pairs')
        expect(pairs).toMatchObject({ passed: true })
        if (start > 40) break
      }
    },
  )
})
