import { describe, expect, test } from 'vitest'
import { countRequest, countTokens } from '../../../src/index.ts'

const messages = [{ role: 'user', content: 'Where is flight HAT030?' }]

describe('counting a request', () => {
  test('is the frame, the message’s frame and its text', async () => {
    const model = 'gpt-4o'
    const { tokens: text } = await countTokens(messages[0]!.content, { model })
    expect(await countRequest({ messages }, { dialect: 'openai', model })).toEqual({
      tokens: 3 + 4 + text,
      tokenizer: expect.stringContaining('o200k_base'),
      exactness: 'exact',
      uncounted: [],
    })
  })

  test('takes the request’s own model where none is named, an object of the AI SDK included', async () => {
    const named = await countRequest({ messages }, { dialect: 'openai', model: 'gpt-4o' })
    expect(await countRequest({ model: 'gpt-4o', messages }, { dialect: 'openai' })).toEqual(named)
    expect(await countRequest({ model: { modelId: 'gpt-4o' }, messages }, { dialect: 'ai-sdk' })).toEqual(named)
    const other = await countRequest(
      { model: 'no-such-model', messages },
      { dialect: 'openai', tokenizer: 'heuristic' },
    )
    expect(other.exactness).toBe('estimated')
    await expect(countRequest({ messages }, { dialect: 'openai' })).rejects.toMatchObject({
      code: 'TOKENIZER_REQUIRED',
    })
  })

  test('tells what it did not count', async () => {
    const request = {
      system: [{ type: 'text', text: 'Be brief.' }, { type: 'image' }],
      messages: [...messages, { role: 'user', content: [{ type: 'image', source: {} }] }],
    }
    const { uncounted } = await countRequest(request, { dialect: 'anthropic', tokenizer: 'heuristic' })
    expect(uncounted).toEqual([
      { message: null, type: 'image' },
      { message: 1, type: 'image' },
    ])
    const tools = { late: { inputSchema: () => ({}) } }
    const counted = await countRequest({ messages, tools }, { dialect: 'ai-sdk', tokenizer: 'heuristic' })
    expect(counted.uncounted).toEqual([{ message: null, type: 'tool:late' }])
  })

  test('counts the schema that the answer has to have, and the name of who speaks', async () => {
    const count = async (request: object) =>
      (await countRequest(request, { dialect: 'openai', model: 'gpt-4o' })).tokens
    const json_schema = { name: 'place', schema: { type: 'object' } }
    const { tokens } = await countTokens(JSON.stringify(json_schema), { model: 'gpt-4o' })
    const plain = await count({ messages })
    expect(await count({ messages, response_format: { type: 'json_schema', json_schema } })).toBe(plain + tokens)
    const { tokens: name } = await countTokens('ada', { model: 'gpt-4o' })
    expect(await count({ messages: [{ ...messages[0], name: 'ada' }] })).toBe(plain + name + 1)
  })

  test('refuses what is no request, no dialect or no option', async () => {
    await expect(countRequest({}, { dialect: 'openai', model: 'gpt-4o' })).rejects.toMatchObject({ code: 'INPUT' })
    await expect(countRequest({ messages }, { dialect: 'xml' as 'openai' })).rejects.toMatchObject({
      code: 'INVALID_OPTION',
    })
    const both = { dialect: 'openai', model: 'gpt-4o', tokenizer: 'heuristic' } as const
    await expect(countRequest({ messages }, both)).rejects.toMatchObject({ code: 'INVALID_OPTION' })
  })
})
