import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_MARKS } from '../../../src/converse/dialects/cache-marks.ts'
import { readConversation } from '../../../src/converse/dialects/read-conversation.ts'
import { writeConversation } from '../../../src/converse/dialects/write-conversation.ts'
import { type Conversation, type ConversationDraft, DIALECTS } from '../../../src/domain/conversation.ts'
import { requestsOf } from '../../support/conversations.ts'

/** Everything, as it is. */
function unchanged(source: Conversation): ConversationDraft {
  const messages = source.messages.map((_, message) => ({ kind: 'original', message, texts: [] }) as const)
  return { source, tools: source.tools, messages }
}

describe.each(DIALECTS)('a request in the dialect %s', (dialect) => {
  test('comes back as it was when nothing is changed, in the same order of keys', () => {
    fc.assert(
      fc.property(requestsOf(dialect), (request) => {
        const before = JSON.stringify(request)
        const written = writeConversation(unchanged(readConversation(request, dialect)), NO_MARKS)
        expect(written).toEqual(request)
        expect(JSON.stringify(written)).toBe(before)
        expect(written.messages).toBe(request.messages)
      }),
    )
  })

  test('holds each text that is put where the text before it stood, and nothing else is changed', () => {
    fc.assert(
      fc.property(requestsOf(dialect), fc.nat(), (request, seed) => {
        const before = JSON.stringify(request)
        const source = readConversation(request, dialect)
        const changeable = source.messages.flatMap(({ parts }, message) =>
          parts.flatMap(({ kind }, part) => (kind === 'text' || kind === 'result' ? [{ message, part }] : [])),
        )
        const { message, part } = changeable[seed % changeable.length]!
        const draft = unchanged(source)
        const messages = draft.messages.with(message, {
          kind: 'original',
          message,
          texts: [{ part, text: 'another text' }],
        })
        const again = readConversation(writeConversation({ ...draft, messages }, NO_MARKS), dialect)
        const texts = (conversation: Conversation) =>
          conversation.messages.map(({ parts }) => parts.map((held) => (held.kind === 'opaque' ? held : held.text)))
        const expected = texts(source).map((row, index) => (index === message ? row.with(part, 'another text') : row))
        expect(texts(again)).toEqual(expected)
        expect(again.messages.map(({ parts }) => parts.map(({ kind }) => kind))).toEqual(
          source.messages.map(({ parts }) => parts.map(({ kind }) => kind)),
        )
        expect(JSON.stringify(request)).toBe(before)
      }),
    )
  })
})
