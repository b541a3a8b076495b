import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readConversation } from '../../src/converse/dialects/read-conversation.ts'
import { historyUnits } from '../../src/converse/history-units.ts'
import { DIALECTS } from '../../src/domain/conversation.ts'
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
