import { beforeAll, describe, expect, it } from 'vitest'
import { resolveTokenizer } from '../../src/adapters/tokenizers/resolve.ts'
import { readConversation } from '../../src/converse/dialects/read-conversation.ts'
import { historyUnits } from '../../src/converse/history-units.ts'
import type { CompressedRequest, RequestPolicy } from '../../src/index.ts'
import type { Tokenizer } from '../../src/ports/tokenizer.ts'
import { engineWith } from '../engine/support/engine.ts'
import { type FakeSummarizer, fakeSummarizer } from '../fakes/fake-summarizer.ts'
import {
  ACCOUNT_TOOLS,
  ERROR_CODE,
  RELEVANT_DOCUMENTS,
  requestAt,
  type SupportSession,
  supportSession,
} from '../support/support-session.ts'

const POLICY: RequestPolicy = {
  budget: 'economy',
  tiers: { economy: { budget: 12_000 } },
  shares: { turn: 8, document: 2 },
  tools: {
    router: 'lexical',
    groups: { accounts: { tools: ACCOUNT_TOOLS, words: ['account', 'owner', 'statement'] } },
  },
}
const LAST = 41

interface ChatRequest {
  readonly tools: unknown
  readonly messages: readonly { readonly content?: unknown }[]
}
const textOf = ({ content }: ChatRequest['messages'][number]): string => (typeof content === 'string' ? content : '')

/** The walk-through of the reference: turn 41 of a long support session, 38,000 tokens, asks about an error of long ago; the tier has 12,000. */
describe('a long session of a support agent', () => {
  let tokenizer: Tokenizer
  let session: SupportSession
  beforeAll(async () => {
    tokenizer = await resolveTokenizer('tiktoken:o200k_base')
    session = supportSession((text) => tokenizer.count(text) as number)
  })

  /** All turns, each sent through one store. */
  async function play(summarizer?: FakeSummarizer): Promise<readonly CompressedRequest[]> {
    const engine = engineWith({ resolveModel: async () => tokenizer })
    const turns: CompressedRequest[] = []
    for (let turn = 1; turn <= LAST; turn++) {
      const options = { dialect: 'openai' as const, ...(summarizer !== undefined && { summarizer }) }
      turns.push(await engine.compressRequest(requestAt(session, turn), POLICY, options))
    }
    return turns
  }
  /** Tools, instructions and memory, as they are sent. */
  const prefixOf = (request: unknown): string => {
    const { tools, messages } = request as ChatRequest
    return JSON.stringify([tools, messages.slice(0, 2)])
  }
  const outcomesOf = ({ report }: CompressedRequest, name: string): readonly string[] =>
    report.segments.filter((segment) => segment.class === name).map(({ outcome }) => outcome)

  it('fits its tier with the error code, the instructions and the beginning of the turn before', async () => {
    const turns = await play()
    const { request, report } = turns.at(-1)!
    expect(report.originalTokens).toBeGreaterThan(36_100)
    expect(report.originalTokens).toBeLessThan(39_900)
    expect(report).toMatchObject({ valid: true, budgetTokens: 12_000, exactness: 'exact' })
    expect(report.countedTokens).toBeLessThanOrEqual(12_000)
    expect(report.keywords).toEqual([ERROR_CODE])
    expect(outcomesOf(turns.at(-1)!, 'system')).toEqual(['verbatim'])
    expect(JSON.stringify(request)).toContain('terminalctl keys --resync --force')
    const tools = report.segments.filter(({ outcome, id }) => id.startsWith('tool:') && outcome === 'dropped')
    expect(tools.map(({ id }) => id)).toEqual(ACCOUNT_TOOLS.map((name) => `tool:${name}`))
    expect(prefixOf(request)).toBe(prefixOf(turns.at(-2)!.request))
    const asked = textOf((request as ChatRequest).messages.at(-1)!)
    const whole = readConversation(requestAt(session, LAST), 'openai')
    const { units } = historyUnits(whole)
    expect(report.memory.recalledUnits).toHaveLength(3)
    for (const unit of report.memory.recalledUnits) {
      const { start, end } = units[unit]!
      const texts = (requestAt(session, LAST) as unknown as ChatRequest).messages.slice(start, end).map(textOf)
      expect(texts.join('')).toContain(ERROR_CODE)
      for (const text of texts) expect(asked).toContain(text)
    }
    // All that was sent at the turn before, but for its question, and nothing else in front of it.
    expect(report.memory.boundary).toBe('kept')
    expect(report.prefix.sharedTokens).toBe(turns.at(-2)!.report.prefix.stableTokens)
  })

  it('loses the five documents that say nothing of it, and of the longest of the others what matters least; no word is pruned', async () => {
    const { report } = (await play()).at(-1)!
    const documents = outcomesOf({ request: null, report }, 'document')
    expect(documents.slice(RELEVANT_DOCUMENTS)).toEqual(Array(5).fill('dropped'))
    // The two longest; sentences take more room than a summary, so that a third may have to follow.
    expect(documents.slice(0, 2)).toEqual(['extracted', 'extracted'])
    expect(documents[RELEVANT_DOCUMENTS - 1]).toBe('verbatim')
    expect(report.levels.map(({ level, ran }) => [level, ran])).toEqual([
      ['lossless', true],
      ['extractive', true],
      ['abstractive', true],
      ['pruned', false],
    ])
  })

  it('takes a summarizer’s word for a document that keeps its facts', async () => {
    const summarizer = fakeSummarizer(({ keep }) => `In short: ${keep.join(', ')}.`)
    const { report } = (await play(summarizer)).at(-1)!
    expect(outcomesOf({ request: null, report }, 'document')).toEqual([
      ...['summarized', 'summarized', 'verbatim', 'verbatim'],
      ...Array(5).fill('dropped'),
    ])
    expect(report.levels.at(-1)).toMatchObject({ level: 'pruned', ran: false })
    expect(report.countedTokens).toBeLessThanOrEqual(12_000)
  })

  it('is sent in the same bytes when it is played again', async () => {
    const bytes = async (): Promise<string> => JSON.stringify((await play()).map(({ request }) => request))
    expect(await bytes()).toBe(await bytes())
  })
})
