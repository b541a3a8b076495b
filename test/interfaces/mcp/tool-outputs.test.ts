import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SavingsSummary } from '../../../src/index.ts'
import { createWorkspace, type Workspace } from '../cli/start-cli.ts'
import { type Connection, connect, failureIn, textsOf, valuesOf } from './start-server.ts'

interface Slimmed {
  readonly id: string
  readonly tokensBefore: number
}

const tokenizer = 'tiktoken:o200k_base'

describe('the tools of packgraph mcp for what other tools gave', () => {
  let workspace: Workspace
  let server: Connection
  const lines = Array.from({ length: 900 }, (_, n) => `10:00:${n % 60} GET /harbour/${n} answered 200 in ${n} ms\n`)
  const log = lines.join('')

  beforeAll(async () => {
    workspace = createWorkspace()
    server = await connect(['--index', 'fresh/outputs.packgraph', '--tokenizer', tokenizer], { cwd: workspace.folder })
  })
  afterAll(async () => {
    await server.close()
    workspace.remove()
  })

  it('slim a log, in a store that is made for it, and say as much as the command does', async () => {
    const result = await server.call('slim', { text: log, tool: 'bash' })
    const slimmed = valuesOf(result) as unknown as { text: string; tokensAfter: number; bytesAfter: number }
    expect(textsOf(result)).toEqual([slimmed.text])
    expect(slimmed).toMatchObject({ route: 'log', lossless: false, adopted: true, tokenizer })
    expect(slimmed.bytesAfter).toBe(Buffer.byteLength(slimmed.text))
    const counted = valuesOf(await server.call('count_tokens', { text: slimmed.text }))
    expect(counted).toMatchObject({ tokens: slimmed.tokensAfter })
  })

  it('hand back untouched what is small or was expanded', async () => {
    for (const parameters of [
      { text: 'short' },
      { text: log, tool: 'mcp__packgraph__expand' },
      { text: log.slice(0, 5_000), isError: true },
    ]) {
      const result = await server.call('slim', parameters)
      expect(textsOf(result)).toEqual([parameters.text])
      expect(valuesOf(result)).toMatchObject({ route: 'pass', id: null })
    }
  })

  it('slim the same output of a session again to a note', async () => {
    const call = { text: log, tool: 'bash', args: { command: 'tail', flags: ['-n', 900] }, sessionId: 'today' }
    expect(valuesOf(await server.call('slim', call))).toMatchObject({ route: 'log' })
    expect(valuesOf(await server.call('slim', call))).toMatchObject({ route: 'duplicate', lossless: true })
    expect(valuesOf(await server.call('slim', { ...call, args: {} }))).toMatchObject({ route: 'log' })
  })

  it('expand an output whole in parts that join to it, and lines of it by range and by text', async () => {
    const { id } = valuesOf(await server.call('slim', { text: log })) as unknown as { id: string }
    let text = ''
    let parts = 0
    for (let range: string | undefined; parts === 0 || range !== undefined; parts++) {
      const part = await server.call('expand', { id, maxBytes: 15_000, ...(range !== undefined && { lines: range }) })
      const values = valuesOf(part) as unknown as { text: string; lineCount: number; next?: string }
      expect(Buffer.byteLength(values.text)).toBeLessThanOrEqual(15_000)
      expect(values.lineCount).toBe(900)
      expect(textsOf(part)).toEqual([
        values.text,
        ...(values.next === undefined ? [] : [`The output goes on. next: ${values.next}`]),
      ])
      text += values.text
      range = values.next
    }
    expect(parts).toBe(Math.ceil(log.length / 15_000))
    expect(text).toBe(log)
    expect(textsOf(await server.call('expand', { id, lines: 'L400-L401' }))).toEqual([`${lines[399]}${lines[400]}`])
    expect(textsOf(await server.call('expand', { id, lines: '900' }))).toEqual([lines[899]])
    expect(textsOf(await server.call('expand', { id, containing: '/HARBOUR/77 ' }))).toEqual([`L78: ${lines[77]}`])
    const many = valuesOf(await server.call('expand', { id, containing: 'harbour', lines: '100-700', maxBytes: 200 }))
    expect(many).toMatchObject({ next: expect.stringMatching(/^10\d-700$/) })
  })

  it('charge what is expanded, part by part, unless the server may only read', async () => {
    const store = ['--index', 'charged/outputs.packgraph', '--tokenizer', tokenizer]
    const fresh = await connect(store, { cwd: workspace.folder })
    const { id, tokensBefore } = valuesOf(await fresh.call('slim', { text: log })) as unknown as Slimmed
    const { next } = valuesOf(await fresh.call('expand', { id, maxBytes: Math.ceil(log.length / 2) })) as unknown as {
      next: string
    }
    await fresh.call('expand', { id, lines: next })
    const reader = await connect([...store, '--read-only'], { cwd: workspace.folder })
    await reader.call('expand', { id })
    await reader.close()
    const { tokenizers } = valuesOf(await fresh.call('savings')) as unknown as SavingsSummary
    const charged = tokenizers[0]?.kinds.find(({ kind }) => kind === 'expand')
    expect(charged?.entries).toBe(2)
    expect(Math.abs((charged?.countedTokens ?? 0) - tokensBefore)).toBeLessThanOrEqual(1)
    await fresh.close()
  })

  it('cut a line that is longer than an answer may be, on a code point, and go on after it', async () => {
    const text = `${'é'.repeat(4_000)}\n${log}`
    const { id } = valuesOf(await server.call('slim', { text })) as unknown as { id: string }
    const result = await server.call('expand', { id, maxBytes: 1_001 })
    expect(valuesOf(result)).toMatchObject({ text: 'é'.repeat(500), isCut: true, next: '2-901' })
    expect(textsOf(result)[1]).toContain('retrieve_original')
    const whole = valuesOf(await server.call('retrieve_original', { ref: id, maxBytes: 100_000 }))
    expect(whole).toMatchObject({ text })
  })

  it('refuse an unknown id and lines that are none', async () => {
    const ask = async (parameters: Record<string, unknown>) => failureIn(await server.call('expand', parameters))
    expect(await ask({ id: '0123456789abcdef' })).toMatchObject({
      code: 'NOT_FOUND',
      hint: expect.stringContaining('notice'),
    })
    for (const wrong of ['9-3', '0', 'all', '1-2-3']) {
      expect(await ask({ id: '0123456789abcdef', lines: wrong }), wrong).toMatchObject({
        code: expect.stringMatching(/^(?:INVALID_OPTION|NOT_FOUND)$/),
      })
    }
  })

  it('expand what is stored when the server is started to read only, and do not slim', async () => {
    const { id } = valuesOf(await server.call('slim', { text: log })) as unknown as { id: string }
    const reader = await connect(['--index', 'fresh/outputs.packgraph', '--read-only'], { cwd: workspace.folder })
    expect((await reader.client.listTools()).tools.map(({ name }) => name)).not.toContain('slim')
    expect(textsOf(await reader.call('expand', { id, lines: '5' }))).toEqual([lines[4]])
    await reader.close()
  })
})
