import { describe, expect, it } from 'vitest'
import { NO_MARKS } from '../../../src/converse/dialects/cache-marks.ts'
import { readConversation } from '../../../src/converse/dialects/read-conversation.ts'
import { writeConversation } from '../../../src/converse/dialects/write-conversation.ts'
import type { Dialect } from '../../../src/domain/conversation.ts'

const REQUEST = {
  model: 'claude-sonnet-4',
  messages: [
    { role: 'user', content: 'First.' },
    { role: 'assistant', content: 'One.' },
    { role: 'user', content: [{ type: 'text', text: 'Second.' }] },
    { role: 'user', content: 'Third.' },
  ],
}

function written(dialect: Dialect, kept: readonly number[]): unknown {
  const source = readConversation(REQUEST, dialect)
  const messages = kept.map((message) => ({ kind: 'original' as const, message, texts: [] }))
  return writeConversation({ source, tools: source.tools, messages }, NO_MARKS).messages
}

describe('messages between which others have left', () => {
  it('become one of their role in Anthropic’s dialect, blocks in order', () => {
    const blocks = ['First.', 'Second.'].map((text) => ({ type: 'text', text }))
    expect(written('anthropic', [0, 2])).toEqual([{ role: 'user', content: blocks }])
  })

  it('stay apart where they stood side by side in the request, and in dialects in which roles need not alternate', () => {
    expect(written('anthropic', [2, 3])).toEqual(REQUEST.messages.slice(2))
    expect(written('openai', [0, 2])).toEqual([REQUEST.messages[0], REQUEST.messages[2]])
  })
})
