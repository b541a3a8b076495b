import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorkspace, engineer, harbour, runCli, type Workspace } from './start-cli.ts'

describe('--query-file', () => {
  let workspace: Workspace
  const run = (input: string, ...parameters: string[]) => runCli(parameters, { cwd: workspace.folder, input })
  const parseLines = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))

  beforeAll(async () => {
    workspace = createWorkspace({ 'harbour.md': harbour, 'engineer.md': engineer })
    await runCli(['index', '.'], { cwd: workspace.folder })
  })
  afterAll(() => workspace.remove())

  it('answers search queries with one line of JSON each, in order, equal to the single answers', async () => {
    const queries = ['lighthouse', 'bridges', 'who drew the plans?']
    workspace.write('queries.txt', `${queries.join('\r\n')}\r\n`)
    const finished = await run('', 'search', '--query-file', 'queries.txt', '-n', '2')
    const lines = parseLines(finished.stdout)
    expect(finished).toMatchObject({ exitCode: 0, stderr: '' })
    expect(lines.map((line) => line.query)).toEqual(queries)
    const single = JSON.parse((await run('', 'search', 'bridges', '-n', '2', '--json')).stdout)
    expect(lines[1].hits).toEqual(single.hits)
  })

  it('answers pack queries from stdin', async () => {
    const options = ['--budget', '200', '--tokenizer', 'tiktoken:cl100k_base', '--query-file', '-']
    const finished = await run('lighthouse\nbridges', 'pack', ...options)
    const lines = parseLines(finished.stdout)
    expect(lines.map((line) => line.query)).toEqual(['lighthouse', 'bridges'])
    expect(lines.every((line) => line.proof.countedTokens <= 200)).toBe(true)
  })

  it('puts an error object in the place of a blank line and goes on; exit 4', async () => {
    const finished = await run('lighthouse\n\nbridges\n   \n', 'search', '--query-file', '-')
    const lines = parseLines(finished.stdout)
    expect(finished.exitCode).toBe(4)
    expect(finished.stderr).toBe('2 of 4 queries failed; their lines hold an "error"\n')
    expect(lines.map((line) => 'error' in line)).toEqual([false, true, false, true])
    expect(lines[1]).toMatchObject({ line: 2, query: '', error: { code: 'INPUT' } })
  })

  it('prints nothing for an empty file', async () => {
    expect(await run('', 'search', '--query-file', '-')).toMatchObject({ exitCode: 0, stdout: '', stderr: '' })
  })
})
