import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRequestCounter } from '../../../src/converse/count/request-counter.ts'
import { NO_MARKS } from '../../../src/converse/dialects/cache-marks.ts'
import { readConversation } from '../../../src/converse/dialects/read-conversation.ts'
import { writeConversation } from '../../../src/converse/dialects/write-conversation.ts'
import { historyUnits } from '../../../src/converse/history-units.ts'
import { type ConversationDraft, DIALECTS } from '../../../src/domain/conversation.ts'
import { createCounter } from '../../../src/pack/counter.ts'
import { requestsOf } from '../../support/conversations.ts'

/** A token is a character: counts that differ show it. */
const characters = { identity: 'characters', exactness: 'exact', count: (text: string) => text.length } as const

describe.each(DIALECTS)('counting a request in the dialect %s', (dialect) => {
  const counter = createRequestCounter(createCounter(characters, undefined), dialect)

  test('adds up: the whole is its frame, its tools, its head and its units', async () => {
    await fc.assert(
      fc.asyncProperty(requestsOf(dialect), async (request) => {
        const conversation = readConversation(request, dialect)
        const { leadingMessages, units } = historyUnits(conversation)
        let tokens = (await counter.frame(conversation)) + (await counter.tools(conversation.tools))
        for (const message of conversation.messages.slice(0, leadingMessages)) tokens += await counter.message(message)
        for (const unit of units) tokens += await counter.unit(conversation, unit)
        expect(await counter.conversation(conversation)).toBe(tokens)
      }),
    )
  })

  test('gives for a draft what it gives for the request that is written from it', async () => {
    await fc.assert(
      fc.asyncProperty(requestsOf(dialect), fc.nat(), fc.nat(), async (request, seed, cut) => {
        const source = readConversation(request, dialect)
        const { leadingMessages, units } = historyUnits(source)
        const from = units[cut % units.length]!.start
        const messages = source.messages.flatMap(({ parts }, message) => {
          if (message >= leadingMessages && message < from) return []
          const part = seed % Math.max(parts.length, 1)
          const canChange = parts[part]?.kind === 'text' || parts[part]?.kind === 'result'
          return [{ kind: 'original', message, texts: canChange ? [{ part, text: 'other words' }] : [] } as const]
        })
        const memory = { kind: 'memory', text: 'what was said before' } as const
        const draft: ConversationDraft = {
          source,
          tools: source.tools.slice(seed % 3),
          messages: [...messages.slice(0, leadingMessages), memory, ...messages.slice(leadingMessages)],
        }
        const written = readConversation(writeConversation(draft, NO_MARKS), dialect)
        expect(await counter.conversation(written)).toBe(await counter.draft(draft))
      }),
    )
  })
})
