import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readConversation } from '../../../src/converse/dialects/read-conversation.ts'
import { writeConversation } from '../../../src/converse/dialects/write-conversation.ts'
import { demandedTools } from '../../../src/converse/tools/demanded-tools.ts'
import { createLexicalRouter } from '../../../src/converse/tools/lexical-router.ts'
import { offeredTools } from '../../../src/converse/tools/offered-tools.ts'
import type { ToolDefinition } from '../../../src/domain/conversation.ts'

const signal = new AbortController().signal

function tool(name: string, description = '', parameters: readonly string[] = []): ToolDefinition {
  const properties = Object.fromEntries(parameters.map((key) => [key, { type: 'string' }]))
  const definition = { name, description, parameters: { type: 'object', properties } }
  return { name, raw: { type: 'function', function: definition }, text: JSON.stringify(definition), isCounted: true }
}

const SUPPORT = [
  tool('search_docs', 'Searches the documentation.', ['query']),
  tool('lookup_error', 'Explains an error code.', ['code']),
  tool('close_account', 'Closes an account.', ['account_id']),
  tool('change_password', 'Sets a new password of an account.', ['account_id']),
]

const NO_POLICY = { always: [], groups: {} }
const ruleOut = (query: string, policy = createLexicalRouter(NO_POLICY), tools = SUPPORT) =>
  policy.ruleOut({ query, recentTexts: [], tools }, { signal })

describe('the lexical tool router', () => {
  it('rules out tools that share no stem with the query in name, description and parameters', async () => {
    expect(await ruleOut('What does the error E4042 mean, are there documents?')).toEqual([
      'close_account',
      'change_password',
    ])
    expect(await ruleOut('I forgot my passwords')).toEqual(['search_docs', 'lookup_error', 'close_account'])
  })

  it('heeds the newest messages', async () => {
    const router = createLexicalRouter(NO_POLICY)
    const recentTexts = ['Your accounts are listed above.', 'Explain error 7.']
    expect(await router.ruleOut({ query: 'Yes.', recentTexts, tools: SUPPORT }, { signal })).toEqual(['search_docs'])
  })

  it('offers all where the query speaks of none', async () => {
    expect(await ruleOut('Thanks!')).toEqual([])
  })

  it('keeps a group of the policy whole, by its words or those of its tools, and what is always offered', async () => {
    const account = { tools: ['close_account', 'change_password'], words: ['profile', 'login'] }
    const byWords = createLexicalRouter({ always: ['search_docs'], groups: { account } })
    expect(await ruleOut('an account error', byWords)).toEqual(['close_account', 'change_password'])
    expect(await ruleOut('logins', byWords)).toEqual(['lookup_error'])
    const byTools = createLexicalRouter({ always: [], groups: { account: { ...account, words: [] } } })
    expect(await ruleOut('forgot my password', byTools)).toEqual(['search_docs', 'lookup_error'])
  })

  it('never rules out a tool that a provider runs itself, which has no description', async () => {
    const tools = [...SUPPORT, { name: 'web', text: '{"name":"web","type":"web_20260101"}' }]
    const router = createLexicalRouter(NO_POLICY)
    const ruledOut = await router.ruleOut({ query: 'error', recentTexts: [], tools }, { signal })
    expect(ruledOut).not.toContain('web')
  })
})

describe('tools that a request demands', () => {
  const demanded = (fields: object, dialect: 'openai' | 'anthropic' | 'ai-sdk' = 'openai') =>
    demandedTools(readConversation({ messages: [{ role: 'user', content: 'Hi' }], ...fields }, dialect))

  it.each([
    [{ tool_choice: 'auto' }, []],
    [{ tool_choice: 'required' }, 'all'],
    [{ tool_choice: { type: 'function', function: { name: 'a' } } }, ['a']],
    [{ tool_choice: { type: 'tool', name: 'a' } }, ['a']],
    [{ tool_choice: { type: 'any' } }, 'all'],
    [{ tool_choice: { type: 'auto' } }, []],
    [{ tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [] } } }, 'all'],
    [{ toolChoice: { type: 'tool', toolName: 'a' } }, ['a']],
    [{ function_call: { name: 'a' } }, ['a']],
  ] as const)('of %j are %j', (fields, names) => {
    expect(demanded(fields)).toEqual(names)
  })

  it('are those that it has called, too', () => {
    const call = { id: '1', type: 'function', function: { name: 'a', arguments: '{}' } }
    const messages = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: '1', content: 'done' },
    ]
    expect(demanded({ messages })).toEqual(['a'])
  })
})

describe('offered tools', () => {
  const base = { demanded: [], leftOut: [], isBoundary: false } as const
  const names = (tools: readonly ToolDefinition[]) => tools.map(({ name }) => name)

  it('leave at a boundary only, and never when they are demanded', () => {
    const offer = { ...base, tools: SUPPORT, ruledOut: ['search_docs'] }
    expect(offeredTools(offer)).toEqual(SUPPORT)
    expect(offeredTools({ ...offer, isBoundary: true })).toEqual(SUPPORT.slice(1))
    expect(offeredTools({ ...offer, isBoundary: true, demanded: ['search_docs'] })).toEqual(SUPPORT)
    expect(offeredTools({ ...offer, isBoundary: true, demanded: 'all' })).toEqual(SUPPORT)
  })

  it('come back, in their place, when they are no longer ruled out or are demanded', () => {
    const offer = { ...base, tools: SUPPORT, leftOut: ['lookup_error', 'close_account'] }
    expect(names(offeredTools({ ...offer, ruledOut: ['close_account'] }))).toEqual([
      'search_docs',
      'lookup_error',
      'change_password',
    ])
    expect(offeredTools({ ...offer, ruledOut: offer.leftOut, demanded: offer.leftOut })).toEqual(SUPPORT)
  })

  const pool = fc.subarray(SUPPORT)
  const ruled = fc.subarray(SUPPORT.map(({ name }) => name))
  it('stay as long as the request has them and no boundary comes', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(pool, ruled), { maxLength: 6 }), (calls) => {
        let sent: readonly ToolDefinition[] = []
        let leftOut: readonly string[] = []
        for (const [tools, ruledOut] of calls) {
          const offered = offeredTools({ ...base, tools, ruledOut, leftOut })
          for (const { name } of sent) expect(names(offered).includes(name)).toBe(names(tools).includes(name))
          expect(tools.filter((own) => offered.includes(own))).toEqual(offered)
          for (const own of tools) expect(offered.includes(own) || ruledOut.includes(own.name)).toBe(true)
          sent = offered
          leftOut = names(tools).filter((name) => !names(offered).includes(name))
        }
      }),
    )
  })

  it('are written in the order of the offer', () => {
    const request = {
      model: 'm',
      tools: SUPPORT.map(({ raw }) => raw),
      functions: [{ name: 'old', description: 'Old.' }],
      messages: [{ role: 'user', content: 'Hi' }],
    }
    const source = readConversation(request, 'openai')
    const messages = [{ kind: 'original', message: 0, texts: [] }] as const
    const [search, lookup, , , old] = source.tools
    const draft = { source, tools: [old!, lookup!, search!], messages }
    const written = writeConversation(draft, { tools: false, system: false, messages: [] })
    expect(written).toEqual({ ...request, tools: [lookup!.raw, search!.raw] })
  })
})
