import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWorkspace, engineer, harbour, runCli, type Workspace } from './start-cli.ts'

describe('verify and rebuild', () => {
  let workspace: Workspace
  const run = (...parameters: string[]) => runCli(parameters, { cwd: workspace.folder })
  const damage = (sql: string): void => {
    const database = new Database(join(workspace.folder, '.packgraph/index.packgraph'))
    database.exec(sql)
    database.close()
  }

  beforeEach(async () => {
    workspace = createWorkspace({ 'harbour.md': harbour, 'engineer.md': engineer })
    await run('index', 'harbour.md', 'engineer.md')
  })
  afterEach(() => workspace.remove())

  it('end with 0 and one line for a sound index', async () => {
    expect(await run('verify')).toMatchObject({ exitCode: 0, stdout: 'sound: 2 documents, 3 units\n', stderr: '' })
    expect(await run('rebuild')).toMatchObject({ exitCode: 0, stdout: 'rebuilt 2 documents, 3 units\n', stderr: '' })
  })

  it('name each fault, end with 1, and lead to a sound index again', async () => {
    damage('UPDATE hyperedges SET token_cost = token_cost + 1')
    const verified = await run('verify', '--limit', '2')
    expect(verified.exitCode).toBe(1)
    expect(verified.stdout).toMatch(
      /^(cost: unit 0 of \w+\.md \(hyperedge \d\): heuristic@1 counts \d+ tokens, and \d+ are stored\n){2}3 faults in 2 documents, 3 units\n$/,
    )
    expect(verified.stderr).toMatch(/… and 1 more[\s\S]*packgraph rebuild/)
    expect((await run('rebuild', '--quiet')).exitCode).toBe(0)
    expect((await run('verify')).exitCode).toBe(0)
  })

  it('list what cannot be restored, and end with 4 then', async () => {
    damage("UPDATE originals SET bytes = x'00' WHERE id = (SELECT original_id FROM documents WHERE uri = 'harbour.md')")
    const rebuilt = await run('rebuild')
    expect(rebuilt).toMatchObject({ exitCode: 4, stdout: expect.stringMatching(/^rebuilt 1 document, /) })
    expect(rebuilt.stderr).toMatch(/^failed harbour\.md: its original is damaged; index the document again/m)
    expect((await run('index', 'harbour.md', 'engineer.md')).stdout).toMatch(/ 1 replaced, 1 unchanged/)
    expect((await run('verify')).exitCode).toBe(0)
  })
})
