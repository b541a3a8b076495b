import { afterEach, describe, expect, it } from 'vitest'
import {
  type Behaviour,
  fail,
  type ModelServer,
  say,
  startModelServer,
} from '../../adapters/models/openai/model-server.ts'
import { createWorkspace, type Finished, runCli, type Workspace } from './start-cli.ts'

const KEY = 'sk-secret-0123456789'
const SUMMARY = 'The harbour is old, and its ships are few.'
const section = (what: string): string =>
  `# ${what}\n\n${`The ${what} of the harbour are few and old, as everybody knows who has been there. `.repeat(12)}\n\n`
const TEXT = section('ships') + section('boats') + section('storms')

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  await Promise.all(cleanUps.splice(0).map((cleanUp) => cleanUp()))
})

async function serve(behave: Behaviour): Promise<ModelServer> {
  const server = await startModelServer(behave)
  cleanUps.push(server.close)
  return server
}

function compress({ baseUrl }: ModelServer, extra: readonly string[]): Promise<Finished> {
  const workspace: Workspace = createWorkspace({ 'long.md': TEXT })
  cleanUps.push(workspace.remove)
  const parameters = ['compress', 'long.md', '--budget', '350', '--tokenizer', 'heuristic', ...extra]
  return runCli(parameters, { cwd: workspace.folder, env: { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: KEY } })
}

describe('compress --summarizer', () => {
  it('puts summaries of the named model in the place of passages', async () => {
    const server = await serve((_, response) => say(response, SUMMARY))
    const { stdout, stderr, exitCode } = await compress(server, ['--summarizer', 'openai:small'])
    expect(exitCode).toBe(0)
    expect(stdout).toContain(SUMMARY)
    expect(stderr).toContain('summaries of openai:small')
    expect(server.requests[0]).toMatchObject({ path: '/v1/chat/completions', body: { model: 'small' } })
  })

  it('keeps sentences and says why where the model fails, and never shows the key', async () => {
    const server = await serve((_, response) => fail(response, 401, `bad key ${KEY}`))
    const { stdout, stderr, exitCode } = await compress(server, ['--summarizer', 'openai:small'])
    expect(exitCode).toBe(0)
    expect(stdout).toContain('of the harbour are few and old')
    expect(stderr).toContain('bad key [key]')
    expect(stdout + stderr).not.toContain(KEY)
  })

  it('asks no model when none is named', async () => {
    const server = await serve((_, response) => say(response, SUMMARY))
    expect((await compress(server, [])).exitCode).toBe(0)
    expect(server.requests).toEqual([])
  })

  it('refuses a name that it does not know', async () => {
    const server = await serve((_, response) => say(response, SUMMARY))
    const { stderr, exitCode } = await compress(server, ['--summarizer', 'gpt'])
    expect(exitCode).toBe(2)
    expect(stderr).toContain('openai:<model>')
  })
})
