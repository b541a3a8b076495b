import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWorkspace, engineer, harbour, runCli, startCli, type Workspace } from '../cli/start-cli.ts'
import { type Connection, connect, entry, failureIn, valuesOf } from './start-server.ts'

describe('an index that is served', () => {
  let workspace: Workspace
  const connections: Connection[] = []
  const start = async () => {
    const server = await connect(['--index', 'town.packgraph', '--tokenizer', 'heuristic'], { cwd: workspace.folder })
    connections.push(server)
    return server
  }
  const index = (...parameters: string[]) =>
    runCli(['index', ...parameters, '--index', 'town.packgraph', '-q'], { cwd: workspace.folder })
  const found = async (server: Connection, query: string) =>
    (valuesOf(await server.call('search', { query })).results as unknown as { title: string }[]).map(
      ({ title }) => title,
    )

  beforeEach(() => {
    workspace = createWorkspace({ 'harbour.md': harbour })
  })
  afterEach(async () => {
    for (const server of connections.splice(0)) await server.close()
    workspace.remove()
  })

  it('may come after the server', async () => {
    const server = await start()
    const failure = failureIn(await server.call('search', { query: 'harbour' }))
    expect(failure).toMatchObject({ code: 'INDEX_NOT_FOUND', hint: expect.stringContaining('packgraph index') })
    await expect(server.client.listResources()).rejects.toMatchObject({ data: { code: 'INDEX_NOT_FOUND' } })
    await index('harbour.md')
    expect(await found(server, 'lighthouse')).toContain('Harbour › Lighthouse')
  })

  it('may be changed by another process, and the next call sees it', async () => {
    await index('harbour.md')
    const server = await start()
    expect(await found(server, 'Quill Fernmouth')).not.toContain('Ada Quill')
    workspace.write('engineer.md', engineer)
    await index('harbour.md', 'engineer.md')
    expect(await found(server, 'Quill Fernmouth')).toContain('Ada Quill')
  })

  it('is answered from, always in one state, while another process rewrites it', async () => {
    const records = (word: string) =>
      Array.from({ length: 1_000 }, (_, n) => JSON.stringify({ id: `${n}`, text: `${word} ${n} lay at Oakport.` }))
    workspace.write('ships.jsonl', records('Brig').join('\n'))
    await index('ships.jsonl')
    const server = await start()
    await server.call('search', { query: 'Oakport' })
    workspace.write('ships.jsonl', records('Schooner').join('\n'))
    const writer = startCli(['index', 'ships.jsonl', '--index', 'town.packgraph', '-q'], { cwd: workspace.folder })
    let isWriting = true
    writer.finished.finally(() => {
      isWriting = false
    })
    let calls = 0
    for (; isWriting; calls++) {
      const pack = await server.call('pack', { query: `ship ${calls} of Oakport`, budgetTokens: 300 })
      expect(pack.isError, JSON.stringify(pack.structuredContent)).toBeFalsy()
      const { text, proof } = valuesOf(pack) as unknown as { text: string; proof: { slackTokens: number } }
      expect(text).toMatch(/Brig|Schooner/)
      expect(proof.slackTokens).toBeGreaterThanOrEqual(0)
    }
    expect(await writer.finished).toMatchObject({ exitCode: 0 })
    expect(calls).toBeGreaterThan(0)
    const { text } = valuesOf(await server.call('pack', { query: 'Oakport', budgetTokens: 300 })) as unknown as {
      text: string
    }
    expect(text).toContain('Schooner')
    expect(text).not.toContain('Brig')
  })

  it('may be deleted, and made again', async () => {
    await index('harbour.md')
    const server = await start()
    expect(await found(server, 'lighthouse')).toEqual(['Harbour › Lighthouse'])
    for (const end of ['', '-wal', '-shm']) rmSync(join(workspace.folder, `town.packgraph${end}`), { force: true })
    expect(failureIn(await server.call('search', { query: 'lighthouse' }))).toMatchObject({ code: 'INDEX_NOT_FOUND' })
    workspace.write('engineer.md', engineer)
    await index('engineer.md')
    expect(await found(server, 'bridges')).toEqual(['Ada Quill'])
  })

  it('may be replaced by another file, also under several calls at once', async () => {
    await index('harbour.md')
    const server = await start()
    expect(await found(server, 'lighthouse')).toEqual(['Harbour › Lighthouse'])
    workspace.write('engineer.md', engineer)
    await runCli(['index', 'engineer.md', '--index', 'new.packgraph', '-q'], { cwd: workspace.folder })
    for (const end of ['-wal', '-shm']) rmSync(join(workspace.folder, `town.packgraph${end}`), { force: true })
    renameSync(join(workspace.folder, 'new.packgraph'), join(workspace.folder, 'town.packgraph'))
    const all = await Promise.all(Array.from({ length: 10 }, () => found(server, 'bridges')))
    expect(all).toEqual(Array.from({ length: 10 }, () => ['Ada Quill']))
  })

  it('may be no index at all', async () => {
    writeFileSync(join(workspace.folder, 'town.packgraph'), 'This is a text, and no index.'.repeat(100))
    const server = await start()
    expect(failureIn(await server.call('status'))).toMatchObject({ code: 'INDEX_INVALID' })
    expect(server.notes()).not.toContain('defect')
  })

  it('may be served by two servers', async () => {
    await index('harbour.md')
    const servers = [await start(), await start()]
    const answers = await Promise.all(servers.map((server) => found(server, 'lighthouse')))
    expect(answers[0]).toEqual(answers[1])
    await servers[0]!.close()
    expect(await found(servers[1]!, 'lighthouse')).toEqual(answers[0])
  })

  it('may be written to by two servers at once, which lose nothing', async () => {
    const servers = [await start(), await start()]
    const text = (n: number) =>
      `# Log ${n}\n\n${'The keeper saw a ship. It rained. Nobody came ashore.\n\n'.repeat(40)}`
    const compressed = await Promise.all(
      Array.from({ length: 20 }, (_, n) => servers[n % 2]!.call('compress', { text: text(n), budgetTokens: 300 })),
    )
    for (const [n, result] of compressed.entries()) {
      expect(result.isError, JSON.stringify(result.structuredContent)).toBeFalsy()
      const { original } = valuesOf(result) as unknown as { original: string }
      // By the server that did not write it.
      const stored = await servers[(n + 1) % 2]!.call('fetch', { id: original })
      expect(valuesOf(stored)).toMatchObject({ text: text(n) })
    }
  })

  it('is let go of when the client is killed', async () => {
    await index('harbour.md')
    // A client that starts a server, has it answer once, prints its process id, and then is killed.
    const client = spawn(process.execPath, ['--input-type=module', '-e', KILLED_CLIENT, entry], {
      cwd: workspace.folder,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [line] = (await once(client.stdout, 'data')) as [Buffer]
    const pid = Number(line.toString())
    expect(isRunning(pid)).toBe(true)
    client.kill('SIGKILL')
    await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false)
    expect(await index('harbour.md')).toMatchObject({ exitCode: 0 })
  })
})

const KILLED_CLIENT = `
import { spawn } from 'node:child_process'
const server = spawn(process.execPath, [process.argv[1], 'mcp', '--index', 'town.packgraph'], { stdio: ['pipe', 'pipe', 'ignore'] })
server.stdout.on('data', (data) => { if (String(data).includes('"id":1')) console.log(server.pid) })
const send = (message) => server.stdin.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
send({ id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'k', version: '1' } } })
send({ method: 'notifications/initialized' })
send({ id: 1, method: 'tools/call', params: { name: 'status', arguments: {} } })
`

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
