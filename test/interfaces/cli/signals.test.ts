import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWorkspace, runCli, startCli, type Workspace } from './start-cli.ts'

const RECORDS = 30_000

async function documentsIn(folder: string): Promise<number> {
  const { stdout } = await runCli(['status', '--json'], { cwd: folder })
  return stdout === '' ? 0 : JSON.parse(stdout).documents
}

/** Waits for the first commit of a run in another process. */
async function untilSomethingIsCommitted(folder: string): Promise<void> {
  await expect.poll(() => documentsIn(folder), { timeout: 20_000, interval: 50 }).toBeGreaterThan(0)
}

/** A corpus that takes some seconds to index. */
function largeCorpus(): string {
  const record = (n: number) =>
    JSON.stringify({
      id: `doc-${n}`,
      title: `Report ${n}`,
      text: `Station ${n} of Oakport saw ${n * 7} ships. `.repeat(12),
    })
  return Array.from({ length: RECORDS }, (_, n) => record(n)).join('\n')
}

describe('a run that is cut short', () => {
  let workspace: Workspace

  beforeEach(() => {
    workspace = createWorkspace()
  })
  afterEach(() => workspace.remove())

  it('stops at Ctrl-C with exit 130, keeps what was committed', async () => {
    workspace.write('large.jsonl', largeCorpus())
    const started = startCli(['index', 'large.jsonl'], { cwd: workspace.folder })
    await untilSomethingIsCommitted(workspace.folder)
    started.process.kill('SIGINT')
    const finished = await started.finished
    expect(finished).toMatchObject({ exitCode: 130, signal: null, stdout: '' })
    expect(finished.stderr).toMatch(/interrupted: [\d,]+ documents committed and intact/)
    const documents = await documentsIn(workspace.folder)
    expect(documents).toBeGreaterThan(0)
    expect(documents).toBeLessThan(RECORDS)
    const search = await runCli(['search', 'Oakport', '--json', '-n', '1'], { cwd: workspace.folder })
    expect(JSON.parse(search.stdout).hits).toHaveLength(1)
  })

  it('ends at once at the second Ctrl-C and leaves an index that opens', async () => {
    workspace.write('large.jsonl', largeCorpus())
    const started = startCli(['index', 'large.jsonl'], { cwd: workspace.folder })
    await untilSomethingIsCommitted(workspace.folder)
    started.process.kill('SIGINT')
    started.process.kill('SIGINT')
    const finished = await started.finished
    expect([finished.signal, finished.exitCode]).toSatisfy(
      ([signal, exitCode]) => signal === 'SIGINT' || exitCode === 130,
    )
    expect(await documentsIn(workspace.folder)).toBeGreaterThan(0)
  })

  it('stops waiting for stdin at Ctrl-C', async () => {
    const started = startCli(['count', '-', '--tokenizer', 'heuristic'], { keepInputOpen: true })
    // Nothing tells from outside that it waits; a signal that comes before it listens would end it by default.
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    started.process.kill('SIGINT')
    expect(await started.finished).toMatchObject({ exitCode: 130 })
  })

  it('ends quietly when the reader of its output goes away', async () => {
    workspace.write('small.md', '# Oakport\n\nShips come to Oakport.\n')
    await runCli(['index', 'small.md'], { cwd: workspace.folder })
    const queries = Array.from({ length: 2_000 }, () => 'ships of Oakport').join('\n')
    const started = startCli(['search', '--query-file', '-'], { cwd: workspace.folder, input: queries })
    await once(started.process.stdout!, 'data')
    started.process.stdout!.destroy()
    expect(await started.finished).toMatchObject({ exitCode: 0, stderr: '' })
  })
})
