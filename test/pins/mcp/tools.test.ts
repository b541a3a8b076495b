import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { countTokens } from '../../../src/index.ts'
import { ServedIndex } from '../../../src/interfaces/mcp/served-index.ts'
import { createServer } from '../../../src/interfaces/mcp/server.ts'

/** The most that all tools together may take of a model's context. */
const MAX_TOKENS = 1_500

async function listedTools(readOnly: boolean): Promise<Awaited<ReturnType<Client['listTools']>>['tools']> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const server = createServer({
    index: new ServedIndex('no.packgraph', undefined),
    generation: {},
    readOnly,
    version: '0.0.0',
    onDefect: (error) => expect.unreachable(String(error)),
  })
  await server.connect(ours)
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(theirs)
  const { tools } = await client.listTools()
  await client.close()
  return tools
}

describe('the tools of packgraph mcp', () => {
  it('are pinned as a client sees them', async () => {
    const lines = (await listedTools(false)).map((tool) => `${JSON.stringify(tool)}\n`)
    await expect(lines.join('')).toMatchFileSnapshot('tools.jsonl')
  })

  it('take less than 1,500 tokens together', async () => {
    const { tokens } = await countTokens(JSON.stringify(await listedTools(false)), { tokenizer: 'tiktoken:o200k_base' })
    expect(tokens).toBeLessThan(MAX_TOKENS)
    expect(tokens).toBeGreaterThan(300)
  })

  it('are only those that read, where the server was started so', async () => {
    const all = await listedTools(false)
    const names = (await listedTools(true)).map(({ name }) => name)
    expect(names).toEqual(all.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name))
  })

  it('refuse what they do not know, and say what they are for', async () => {
    for (const { name, description, inputSchema } of await listedTools(false)) {
      expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false })
      expect(description?.length, name).toBeGreaterThan(40)
    }
  })
})
