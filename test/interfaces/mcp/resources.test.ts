import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorkspace, harbour, runCli, type Workspace } from '../cli/start-cli.ts'
import { type Connection, connect, failureIn } from './start-server.ts'

const RECORDS = 450

describe('the resources of packgraph mcp', () => {
  let workspace: Workspace
  let server: Connection

  beforeAll(async () => {
    workspace = createWorkspace({ 'secret.md': '# Secret\n\nThis file is in no index.\n' })
    const record = (n: number) => JSON.stringify({ id: `notes/${n} ä?#%.md`, title: `Note ${n}`, text: `Ship ${n}.` })
    workspace.write('notes.jsonl', Array.from({ length: RECORDS }, (_, n) => record(n)).join('\n'))
    workspace.write('harbour.md', harbour)
    workspace.write('huge.md', 'All the ships of Oakport, one a line.\n'.repeat(30_000))
    await runCli(['index', 'notes.jsonl', 'harbour.md', 'huge.md', '--index', 'town.packgraph'], {
      cwd: workspace.folder,
    })
    server = await connect(['--index', 'town.packgraph'], { cwd: workspace.folder })
  })
  afterAll(async () => {
    await server.close()
    workspace.remove()
  })

  const read = async (uri: string) => (await server.client.readResource({ uri })).contents

  it('list every document once, in pages, each with an address that reads it', async () => {
    const first = await server.client.listResources({ cursor: undefined })
    expect(first.resources.length).toBeGreaterThan(0)
    const { resources } = await server.client.listResources()
    expect(resources).toHaveLength(RECORDS + 2)
    expect(new Set(resources.map(({ uri }) => uri)).size).toBe(RECORDS + 2)
    const note = resources.find(({ name }) => name === 'notes/17 ä?#%.md')
    expect(note).toEqual({
      uri: 'packgraph:///default/notes%2F17%20%C3%A4%3F%23%25.md',
      name: 'notes/17 ä?#%.md',
      title: 'Note 17',
      mimeType: 'text/markdown',
    })
    expect(await read(note!.uri)).toEqual([{ uri: note!.uri, mimeType: 'text/markdown', text: 'Ship 17.' }])
  })

  it('refuse a cursor that is not theirs', async () => {
    for (const cursor of ['2', 'bm9wZQ', Buffer.from('["a"]').toString('base64url')]) {
      const listing = server.client.request({ method: 'resources/list', params: { cursor } })
      await expect(listing).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('no cursor') })
    }
  })

  it('are described by one template', async () => {
    const { resourceTemplates } = await server.client.listResourceTemplates()
    expect(resourceTemplates).toMatchObject([{ uriTemplate: 'packgraph:///{collection}/{uri}', name: 'document' }])
  })

  it('can be read in part, and must be where they are large', async () => {
    expect(await read('packgraph:///default/harbour.md#2-9')).toMatchObject([{ text: 'Harbour' }])
    await expect(read('packgraph:///default/huge.md')).rejects.toMatchObject({
      code: -32602,
      data: { code: 'INPUT', hint: expect.stringContaining('huge.md#0-1000000') },
    })
    expect((await read('packgraph:///default/huge.md#0-1000000'))[0]).toHaveProperty('text.length', 1_000_000)
  })

  it('name keys of the index and never paths: nothing else can be read', async () => {
    const file = `${workspace.folder}/secret.md`
    const names = ['secret.md', './secret.md', '../secret.md', '..%2Fsecret.md', file, encodeURIComponent(file)]
    const addresses = [
      ...names.map((name) => `packgraph:///default/${name}`),
      'packgraph:///default/harbour.md/../secret.md',
      'packgraph:///..%2F..%2Fetc/passwd',
      'packgraph://default/harbour.md',
      'packgraph:///default/%',
      `file://${file}`,
      'file:///etc/passwd',
      'http://127.0.0.1/',
    ]
    for (const uri of addresses) {
      await expect(read(uri), uri).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining('not found'),
      })
    }
    for (const id of [...names, `${file}#0-5`, 'file:///etc/passwd', '/etc/passwd', '/etc/passwd#0-5']) {
      expect(failureIn(await server.call('fetch', { id })), id).toMatchObject({ code: 'NOT_FOUND' })
      expect(failureIn(await server.call('retrieve_original', { ref: id })), id).toMatchObject({ code: 'NOT_FOUND' })
    }
  })
})
