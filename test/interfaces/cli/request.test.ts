import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorkspace, type Finished, runCli, type StartOptions, type Workspace } from './start-cli.ts'

const turn = (number: number): readonly unknown[] => [
  { role: 'user', content: `question ${number}: ${'what of the harbour and its many ships '.repeat(8)}` },
  {
    role: 'assistant',
    content: `answer ${number}: ${'the ships lie where they lay before, and no one minds '.repeat(8)}`,
  },
]
const chat = {
  model: 'gpt-4o',
  messages: [
    { role: 'system', content: 'You are the clerk of a harbour.' },
    ...Array.from({ length: 30 }, (_, number) => turn(number)).flat(),
    { role: 'user', content: 'And now?' },
  ],
}

describe('packgraph request', () => {
  let workspace: Workspace
  const run = (parameters: readonly string[], options: StartOptions = {}): Promise<Finished> =>
    runCli(['request', ...parameters, '--store', 'a.packgraph'], { cwd: workspace.folder, ...options })

  beforeAll(() => {
    workspace = createWorkspace({
      'chat.json': JSON.stringify(chat),
      'unnamed.json': JSON.stringify({ ...chat, model: 'harbour-9' }),
      'policy.json': JSON.stringify({ preset: 'agent', budget: 'tight', tiers: { tight: { budget: 1_500 } } }),
      'list.json': '[]',
    })
  })
  afterAll(() => workspace.remove())

  it('prints the request on stdout, and on stderr what became of it', async () => {
    const { stdout, stderr, exitCode } = await run(['chat.json', '--dialect', 'openai', '--budget', '1500'])
    expect(exitCode).toBe(0)
    const request = JSON.parse(stdout)
    expect(request).toMatchObject({ model: 'gpt-4o', messages: expect.any(Array) })
    expect(request.messages[0]).toEqual(chat.messages[0])
    expect(request.messages.at(-1)).toEqual(chat.messages.at(-1))
    expect(stderr).toMatch(/^fits: [\d,]+ of 1,500 tokens, counted exactly by tiktoken:o200k_base\n/)
    expect(stderr).toMatch(/\ntokens: [\d,]+ before; after /)
  })

  it('has the pinned keys with --json, and takes stdin', async () => {
    const { stdout } = await run(['-', '--dialect', 'openai', '--budget', '1500', '--json'], {
      input: readFileSync(join(workspace.folder, 'chat.json'), 'utf8'),
    })
    const result = JSON.parse(stdout)
    expect(Object.keys(result)).toEqual(['request', 'report'])
    const pinned = ['segments', 'levels', 'countedTokens', 'budgetTokens', 'prefix', 'valid']
    expect(Object.keys(result.report)).toEqual(expect.arrayContaining(pinned))
    expect(result.report).toMatchObject({ valid: true, budgetTokens: 1_500 })
    expect(result.report.countedTokens).toBeLessThanOrEqual(1_500)
  })

  it('ends with 3 and the numbers where the budget cannot be met', async () => {
    const { stdout, stderr, exitCode } = await run(['chat.json', '--dialect', 'openai', '--budget', '5'])
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 3 })
    expect(stderr).toMatch(/^packgraph: .*; the budget is 5\nhint: Give a budget of \d+ tokens or more\.\n$/)
  })

  it('takes a policy from a file, a preset or a tier by name', async () => {
    const file = await run(['chat.json', '--dialect', 'openai', '--policy', 'policy.json', '--quiet'])
    const tier = await run([
      'chat.json',
      '--dialect',
      'openai',
      '--policy',
      './policy.json',
      '--budget',
      'tight',
      '--quiet',
    ])
    const preset = await run(['chat.json', '--dialect', 'openai', '--policy', 'agent', '--budget', '1500', '--quiet'])
    expect(file).toMatchObject({ exitCode: 0, stderr: '' })
    expect([tier.stdout, preset.stdout]).toEqual([file.stdout, file.stdout])
  })

  it('estimates where no tokenizer is known, and says so', async () => {
    const options = ['unnamed.json', '--dialect', 'openai', '--budget', '1500'] as const
    const { stdout, stderr, exitCode } = await run([...options, '--json'])
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout).report).toMatchObject({ exactness: 'estimated', tokenizer: 'tiktoken:o200k_base' })
    expect(stderr).toContain('counts are estimates by tiktoken:o200k_base')
    const counted = await run([...options, '--json', '--tokenizer', 'tiktoken:cl100k_base'])
    expect(JSON.parse(counted.stdout).report).toMatchObject({ exactness: 'exact', tokenizer: 'tiktoken:cl100k_base' })
  })

  it.each([
    [['chat.json', '--budget', '10'], '--dialect is required'],
    [['chat.json', '--dialect', 'openai'], '--budget is required'],
    [['chat.json', '--dialect', 'opnai', '--budget', '10'], 'openai, anthropic, ai-sdk'],
    [['chat.json', '--dialect', 'openai', '--budget', '-10'], 'whole number'],
    [['chat.json', '--dialect', 'openai', '--budget', 'econmy'], 'economy'],
    [['chat.json', '--dialect', 'openai', '--budget', '10', '--policy', 'agnet'], 'agent'],
    [['chat.json', '--dialect', 'openai', '--budget', '10', '--policy', 'list.json'], 'not a JSON object'],
    [['nothing.json', '--dialect', 'openai', '--budget', '10'], 'there is no such file'],
    [['list.json', '--dialect', 'openai', '--budget', '10'], 'openai'],
  ])('refuses %j', async (parameters, message) => {
    const { stdout, stderr, exitCode } = await run(parameters)
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
    expect(stderr).toContain(message)
  })
})
