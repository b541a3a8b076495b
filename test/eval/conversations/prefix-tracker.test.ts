import { describe, expect, it } from 'vitest'
import { CONVERSATION_MARKINGS, PrefixTracker } from '../../../eval/conversations/prefix-tracker.ts'
import { requestCounter } from '../../../eval/conversations/request-counter.ts'
import type { RawMessage } from '../../../eval/conversations/transcript.ts'
import { CACHE_MODELS, effectiveTokens } from '../../../eval/sessions/cache-model.ts'

const counter = requestCounter('heuristic@1', 'anthropic')
const user = (content: unknown): RawMessage => ({ role: 'user', content })
const said = (content: string): RawMessage => ({ role: 'assistant', content })
const long = 'many words that mean nothing at all '.repeat(200)
const [anthropic, openai] = CACHE_MODELS as [(typeof CACHE_MODELS)[number], (typeof CACHE_MODELS)[number]]

describe('prefixes', () => {
  it('grow with a conversation that only goes on: each request begins as the whole of the one before', async () => {
    const tracker = new PrefixTracker(counter)
    const messages = [user('one'), said('two'), user('three')]
    const first = await tracker.add({ system: long, messages: messages.slice(0, 1) })
    const second = await tracker.add({ system: long, messages })
    expect(first.sharedWithLastTokens).toBe(0)
    expect(second.sharedWithLastTokens).toBe(first.tokens)
    expect(second.tokens).toBe(await counter.request({ system: long, messages }))
    const written = 1.25 * first.tokens
    const read = 0.1 * first.tokens + 1.25 * (second.tokens - first.tokens)
    expect(effectiveTokens([first, second], anthropic, CONVERSATION_MARKINGS)).toBeCloseTo(written + read)
  })

  it('are the same whatever is marked, and whether one text stands as a block', async () => {
    const tracker = new PrefixTracker(counter)
    const marked = { type: 'text', text: 'one', cache_control: { type: 'ephemeral' } }
    const first = await tracker.add({ messages: [user([marked])] })
    const second = await tracker.add({ messages: [user('one'), said('two')] })
    expect(second.sharedWithLastTokens).toBe(first.tokens)
  })

  it('end within a message that differs, and are found again in requests further back', async () => {
    const tracker = new PrefixTracker(counter)
    const first = await tracker.add({ messages: [user(`${long}A`)] })
    const second = await tracker.add({ messages: [user(`${long}B`)] })
    expect(second.sharedWithLastTokens).toBeGreaterThan(0.9 * first.tokens)
    expect(second.sharedWithLastTokens).toBeLessThan(first.tokens)
    const third = await tracker.add({ messages: [user(`${long}A`), said('x')] })
    expect(third.sharedTokens).toBe(first.tokens)
    expect(third.sharedWithLastTokens).toBeLessThan(first.tokens)
    expect(effectiveTokens([first, second], anthropic, CONVERSATION_MARKINGS)).toBe(first.tokens + second.tokens)
    expect(effectiveTokens([first, second], openai, CONVERSATION_MARKINGS)).toBeLessThan(first.tokens + second.tokens)
  })
})
