import { describe, expect, it } from 'vitest'
import { resolveSummarizer } from '../../../src/adapters/models/resolve-summarizer.ts'
import { fakeSummarizer } from '../../fakes/fake-summarizer.ts'

describe('resolving summarizers', () => {
  it('opens a model of an OpenAI-compatible service by name, colons in it included', () => {
    expect(resolveSummarizer('openai:llama3:8b').identity).toBe('openai:llama3:8b')
  })

  it('takes an object of the port as it is', () => {
    const summarizer = fakeSummarizer(() => 'short')
    expect(resolveSummarizer(summarizer)).toBe(summarizer)
  })

  it.each<[string, string | object]>([
    ['a family without a model', 'openai:'],
    ['an unknown family', 'anthropic:x'],
    ['nothing', ''],
    ['an object that cannot summarize', { identity: 'x' }],
    ['an object without identity', { summarize: () => 'x' }],
  ])('refuses %s', (_, spec) => {
    expect(() => resolveSummarizer(spec)).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }))
  })
})
