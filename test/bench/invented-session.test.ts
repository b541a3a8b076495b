import { describe, expect, it } from 'vitest'
import { inventedSession, sessionBefore } from '../../bench/corpora/invented-session.ts'
import { requestFaults } from '../../eval/conversations/request-faults.ts'
import type { RawRequest } from '../../eval/conversations/transcript.ts'

describe('an invented session', () => {
  it('is the same for the same seed, and as it was some calls before is what a shorter one is', () => {
    const session = inventedSession(3, 60)
    expect(inventedSession(3, 60)).toEqual(session)
    expect(inventedSession(4, 60)).not.toEqual(session)
    for (const calls of [0, 1, 9, 10, 11, 12, 34, 36, 60]) {
      expect(sessionBefore(session, calls)).toEqual(inventedSession(3, 60 - calls))
    }
  })

  it('is a request that a provider takes, of about four thousand characters a call', () => {
    const session = inventedSession(3, 60)
    expect(requestFaults(session as unknown as RawRequest, 'openai')).toEqual([])
    const characters = JSON.stringify(session.messages).length / 60
    expect(characters).toBeGreaterThan(2000)
    expect(characters).toBeLessThan(6000)
  })
})
