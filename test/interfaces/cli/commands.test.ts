import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandIn } from '../../../src/interfaces/cli/commands/quickstart.ts'
import { createWorkspace, engineer, type Finished, harbour, runCli, type Workspace } from './start-cli.ts'

const tokenizer = ['--tokenizer', 'tiktoken:o200k_base']

describe('the commands', () => {
  let workspace: Workspace
  let indexed: Finished
  const run = (...parameters: string[]) => runCli(parameters, { cwd: workspace.folder })
  const json = async (...parameters: string[]) => JSON.parse((await run(...parameters, '--json')).stdout)

  beforeAll(async () => {
    workspace = createWorkspace({ 'harbour.md': harbour, 'engineer.md': engineer })
    indexed = await run('index', '.')
  })
  afterAll(() => workspace.remove())

  it('index says on stdout what it did, and creates the default place', async () => {
    expect(indexed).toMatchObject({ exitCode: 0 })
    expect(indexed.stdout).toContain('documents: 2 added, 0 replaced, 0 unchanged, 0 removed')
    expect((await run('index', '.')).stdout).toContain('0 added, 0 replaced, 2 unchanged')
  })

  it('pack prints the text alone on stdout and the proof on stderr', async () => {
    const packed = await run('pack', 'Who dug the harbour?', '--budget', '300', ...tokenizer)
    const same = await json('pack', 'Who dug the harbour?', '--budget', '300', ...tokenizer)
    expect(packed.exitCode).toBe(0)
    expect(packed.stdout).toBe(same.text)
    expect(packed.stderr).toMatch(
      /^fits: [\d,]+ of 300 tokens, [\d,]+ to spare, counted exactly by tiktoken:o200k_base/,
    )
    expect(packed.stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(3)
  })

  it('pack joins the words of a query that was not quoted', async () => {
    const quoted = await run('pack', 'who dug the harbour', '--budget', '300', ...tokenizer)
    const loose = await run('pack', 'who', 'dug', 'the', 'harbour', '--budget', '300', ...tokenizer)
    expect(loose.stdout).toBe(quoted.stdout)
  })

  it('pack --explain tells each candidate’s fate on stderr and leaves stdout as it was', async () => {
    const plain = await run('pack', 'harbour', '--budget', '300', ...tokenizer)
    const explained = await run('pack', 'harbour', '--budget', '300', ...tokenizer, '--explain')
    expect(explained.stdout).toBe(plain.stdout)
    expect(explained.stderr).toMatch(/^rank +score +est\. exact +decision +unit\n/)
    expect(explained.stderr).toMatch(/harbour\.md#\d+-\d+/)
    expect(explained.stderr).toMatch(/lexical 1/)
  })

  it('pack --quiet prints nothing but the text', async () => {
    expect(await run('pack', 'harbour', '--budget', '300', ...tokenizer, '--quiet')).toMatchObject({ stderr: '' })
  })

  it('pack puts a preamble first, a pinned document whatever the query, and keeps the reserve', async () => {
    workspace.write('preamble.txt', 'Answer briefly.\n')
    const options = ['--preamble-file', 'preamble.txt', '--pin', 'engineer.md', '--reserve', '100', ...tokenizer]
    const packed = await json('pack', 'gas lighthouse', '--budget', '400', ...options)
    expect(packed.text.startsWith('Answer briefly.\n')).toBe(true)
    expect(packed.items[0]).toMatchObject({ uri: 'engineer.md', section: 'stable' })
    expect(packed.proof).toMatchObject({ reserveTokens: 100 })
    expect(packed.proof.slackTokens).toBe(300 - packed.proof.countedTokens)
  })

  it('pack says why it is empty', async () => {
    const none = await run('pack', 'harbour', '--budget', '100', '--filter', 'year=1871', ...tokenizer)
    expect(none).toMatchObject({ exitCode: 0, stdout: '' })
    expect(none.stderr).toContain('\nnothing packed: no unit matches the question and the filter\n')
    const tiny = await run('pack', 'harbour', '--budget', '9', ...tokenizer)
    expect(tiny).toMatchObject({ exitCode: 0, stdout: '' })
    const needed = tiny.stderr.match(/the best unit, (\S+), whole takes a budget of about (\d+) tokens/)
    const enough = await json('pack', 'harbour', '--budget', needed?.[2] ?? '0', ...tokenizer)
    expect(enough.items).toHaveLength(1)
    expect(needed?.[1]).toMatch(/\.md#\d+-\d+$/)
  })

  it('search lists title, uri, text and ref, and show prints the text behind the ref', async () => {
    const listed = await run('search', 'keeper log', '-n', '1')
    const reference = listed.stdout.match(/[0-9a-f]{64}#\d+-\d+/)?.[0] ?? ''
    const shown = await run('show', reference)
    expect(listed).toMatchObject({ exitCode: 0, stderr: '' })
    expect(listed.stdout).toMatch(/^1\. Harbour › Lighthouse\n {3}harbour\.md/)
    expect(shown.stdout).toContain('Its keeper writes a log every evening.')
    expect(harbour).toContain(shown.stdout)
    expect(shown.stderr).toContain('from harbour.md (Harbour)')
  })

  it('search --uri and --filter leave out what does not match', async () => {
    expect((await json('search', 'Ada Quill', '--uri', 'eng*')).hits.map((hit: { uri: string }) => hit.uri)).toEqual([
      'engineer.md',
    ])
    const none = await run('search', 'Ada Quill', '--filter', 'year=1871')
    expect(none).toMatchObject({ exitCode: 0, stdout: '', stderr: 'nothing in the index answers this\n' })
  })

  it('status tells documents, units and token costs with their tokenizer', async () => {
    const { stdout } = await run('status')
    expect(stdout).toMatch(/^documents: +2 \(default\)$/m)
    expect(stdout).toMatch(/^token costs: +heuristic@1 \(\d+ units, \d+ tokens\)$/m)
  })

  it('PACKGRAPH_INDEX names the index', async () => {
    const finished = await runCli(['status'], { cwd: workspace.folder, env: { PACKGRAPH_INDEX: 'none.packgraph' } })
    expect(finished).toMatchObject({ exitCode: 2 })
    expect(finished.stderr).toContain('none.packgraph')
  })

  it('rename, recost and remove change what status and search tell', async () => {
    const index = ['--index', 'changing.packgraph']
    await run('index', '.', ...index)
    expect((await run('rename', 'harbour.md', 'port.md', ...index)).stdout).toBe('renamed harbour.md to port.md\n')
    expect((await json('search', 'lighthouse', ...index)).hits[0].uri).toBe('port.md')
    const recosted = await run('recost', ...tokenizer, ...index)
    expect(recosted.stdout).toMatch(/^\d+ units counted with tiktoken:o200k_base\S*: \d+ tokens before, \d+ now\n$/)
    const byModel = await json('recost', '--model', 'gpt-4o', ...index)
    expect(byModel.tokenizer).toMatch(/^tiktoken:o200k_base/)
    expect(byModel.tokensAfter).toBe(byModel.tokensBefore)
    const removed = await run('remove', 'port.md', 'none.md', ...index)
    expect(removed).toMatchObject({ exitCode: 4, stdout: 'removed 1 document\n' })
    expect(removed.stderr).toBe('not in the index: none.md\n')
  })

  it('a corpus with a malformed line goes in but for that line, which is named; exit 4', async () => {
    workspace.write('corpus.jsonl', '{"id":"a","text":"one apple"}\n{"id":"b", oops\n{"id":"c","text":"two pears"}\n')
    const finished = await run('index', 'corpus.jsonl', '--index', 'corpus.packgraph')
    expect(finished).toMatchObject({ exitCode: 4 })
    expect(finished.stdout).toContain('2 added')
    expect(finished.stderr).toMatch(/^failed corpus\.jsonl:2: /m)
  })
})

describe('count', () => {
  it('prints a row for each file and a total, and the tokenizer on stderr', async () => {
    const workspace = createWorkspace({ 'a.txt': 'hello world', 'b.txt': 'hello world, hello world' })
    const finished = await runCli(['count', 'a.txt', 'b.txt', ...tokenizer], { cwd: workspace.folder })
    expect(finished).toMatchObject({ exitCode: 0, stdout: '2  a.txt\n5  b.txt\n7  total\n' })
    expect(finished.stderr).toMatch(/^counted with tiktoken:o200k_base\S* \(exact\)\n$/)
    workspace.remove()
  })

  it.each([[['-']], [[]]])('reads stdin for %j', async (files) => {
    const finished = await runCli(['count', ...files, ...tokenizer], { input: 'hello world' })
    expect(finished).toMatchObject({ exitCode: 0, stdout: '2  stdin\n' })
  })

  it('lists what it could not read and counts the rest; exit 4', async () => {
    const workspace = createWorkspace({ 'a.txt': 'hello world' })
    workspace.write('binary', Uint8Array.of(0xff, 0xfe, 0x00, 0xff))
    const files = ['a.txt', 'none.txt', 'binary', '.']
    const finished = await runCli(['count', ...files, ...tokenizer], { cwd: workspace.folder })
    expect(finished).toMatchObject({ exitCode: 4, stdout: '2  a.txt\n' })
    expect(finished.stderr).toContain('not counted: none.txt: there is no such file\n')
    expect(finished.stderr).toContain('not counted: binary: it is not UTF-8 text\n')
    expect(finished.stderr).toContain('not counted: .: it is a folder\n')
    workspace.remove()
  })
})

describe('quickstart', () => {
  it('packs a question from the documentation, proves it and says what to type next', async () => {
    const workspace = createWorkspace()
    const finished = await runCli(['quickstart'], { cwd: workspace.folder })
    expect(finished).toMatchObject({ exitCode: 0 })
    expect(finished.stdout.length).toBeGreaterThan(500)
    expect(finished.stderr).toMatch(/^fits: [\d,]+ of 600 tokens/m)
    expect(finished.stderr).toMatch(/next:\n {2}npm run -s packgraph -- search /)
    workspace.remove()
  })

  it('says npx where the package is installed', () => {
    expect(commandIn(join('a', 'node_modules', 'packgraph'))).toBe('npx packgraph')
    expect(commandIn(join('a', 'packgraph'))).toBe('npm run -s packgraph --')
  })
})

describe.skipIf(!existsSync('/dev/full'))('an output that takes nothing', () => {
  it.each([
    [['status', '--index', 'full.packgraph']],
    [['search', 'harbour', '--index', 'full.packgraph', '--json']],
    [['pack', 'harbour', '--index', 'full.packgraph', '--budget', '100', ...tokenizer, '--quiet']],
    [['--help']],
  ])('is reported on one line; exit 1: %j', async (parameters) => {
    const workspace = createWorkspace({ 'harbour.md': harbour })
    await runCli(['index', 'harbour.md', '--index', 'full.packgraph'], { cwd: workspace.folder })
    const finished = await runCli(parameters, { cwd: workspace.folder, stdoutFile: '/dev/full' })
    expect(finished).toMatchObject({
      exitCode: 1,
      stderr: 'packgraph: the result cannot be written: no space is left on the device\n',
    })
    workspace.remove()
  })
})
