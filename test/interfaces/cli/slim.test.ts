import { createHash } from 'node:crypto'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorkspace, type Finished, runCli, type StartOptions, type Workspace } from './start-cli.ts'

const COUNTED = ['--tokenizer', 'heuristic'] as const
const lines = Array.from({ length: 800 }, (_, n) => `10:00:${n % 60} keeper ${n} lit lamp ${n * 7} in ${n} ms\n`)
const log = lines.join('')
const rows = JSON.stringify(
  Array.from({ length: 90 }, (_, id) => ({ id, ship: `ship ${id}`, state: 'moored', tons: id * 3 })),
)

describe('packgraph slim', () => {
  let workspace: Workspace
  const run = (parameters: readonly string[], options: StartOptions = {}): Promise<Finished> =>
    runCli(parameters, { cwd: workspace.folder, ...options })
  const slim = (...parameters: string[]): Promise<Finished> =>
    run(['slim', ...parameters, ...COUNTED, '--store', 'a.packgraph'])
  const slimmed = async (...parameters: string[]): Promise<Record<string, unknown>> =>
    JSON.parse((await slim(...parameters, '--json')).stdout)

  beforeAll(() => {
    workspace = createWorkspace({ 'keeper.log': log, 'ships.json': rows })
  })
  afterAll(() => workspace.remove())

  it('prints a file shortened, and on stderr what became of it', async () => {
    const { stdout, stderr, exitCode } = await slim('keeper.log')
    expect(exitCode).toBe(0)
    expect(stdout.length).toBeLessThan(log.length / 2)
    expect(stdout.split('\n').at(-2)).toMatch(/^\[packgraph slim [0-9a-f]{8}: log; left out: .*expand.*\]$/)
    expect(stderr).toMatch(/^log: [\d,]+ tokens to [\d,]+, counted with heuristic@1\n$/)
  })

  it('takes stdin, with a dash or without', async () => {
    const fromFile = await slim('keeper.log')
    for (const dash of [[], ['-']]) {
      const piped = await run(['slim', ...dash, ...COUNTED, '--store', 'a.packgraph'], { input: log })
      expect(piped.stdout).toBe(fromFile.stdout)
    }
  })

  it('has the pinned keys with --json, whether anything was done or not', async () => {
    const pinned =
      'text, route, lossless, adopted, id, bytesBefore, bytesAfter, tokensBefore, tokensAfter, tokenizer, omitted'
    workspace.write('small.txt', 'a short answer\n')
    for (const [file, route] of [
      ['keeper.log', 'log'],
      ['ships.json', 'json-table'],
      ['small.txt', 'pass'],
    ] as const) {
      const result = await slimmed(file)
      expect(Object.keys(result)).toEqual(expect.arrayContaining(pinned.split(', ')))
      expect(result).toMatchObject({
        route,
        adopted: route !== 'pass',
        bytesBefore: readFileSync(join(workspace.folder, file)).length,
      })
      expect(result.bytesAfter).toBe(Buffer.byteLength(result.text as string))
    }
  })

  it('lets bytes that are no UTF-8 through, byte for byte', async () => {
    const bytes = Buffer.from(Array.from({ length: 6_000 }, (_, n) => (n * 37) % 256))
    workspace.write('image.bin', bytes)
    const { stderr, exitCode } = await run(['slim', 'image.bin', ...COUNTED, '--store', 'a.packgraph'], {
      stdoutFile: join(workspace.folder, 'out.bin'),
    })
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: 'as it came: it is not UTF-8 text\n' })
    expect(readFileSync(join(workspace.folder, 'out.bin')).equals(bytes)).toBe(true)
  })

  it('makes a store in a folder that is not there yet', async () => {
    const { exitCode } = await run(['slim', 'keeper.log', ...COUNTED, '--store', 'deep/er/new.packgraph'])
    expect(exitCode).toBe(0)
    expect(existsSync(join(workspace.folder, 'deep/er/new.packgraph'))).toBe(true)
  })

  it('makes the same output of a session a note, across processes', async () => {
    const call = ['keeper.log', '--session', 's', '--tool', 'bash', '--args', '{"command": "cat"}']
    expect(await slimmed(...call)).toMatchObject({ route: 'log' })
    const again = await slimmed(...call)
    expect(again).toMatchObject({ route: 'duplicate', lossless: true })
    expect((await run(['expand', again.id as string, '--store', 'a.packgraph'])).stdout).toBe(log)
    expect(await slimmed(...call.with(2, 't'))).toMatchObject({ route: 'log' })
    expect(await slimmed(...call.with(6, '{}'))).toMatchObject({ route: 'log' })
  })

  it('leaves more of a failure alone, and outputs of tools that read', async () => {
    workspace.write('failed.log', log.slice(0, 5_000))
    expect(await slimmed('failed.log')).toMatchObject({ adopted: true })
    expect(await slimmed('failed.log', '--error')).toMatchObject({ adopted: false, reason: 'small' })
    expect(await slimmed('keeper.log', '--tool', 'Read')).toMatchObject({ adopted: false, reason: 'untouched-tool' })
  })

  it('stores no secret unless it is told to', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`
    workspace.write('secret.log', `token ${secret}\n${log}`)
    const firstLine = async (...parameters: string[]): Promise<string> => {
      const { id } = await slimmed('secret.log', ...parameters)
      return (await run(['expand', id as string, '--lines', '1', '--store', 'a.packgraph'])).stdout
    }
    expect(await firstLine()).toBe('token [redacted: GitHub token]\n')
    expect(await firstLine('--no-redact')).toBe(`token ${secret}\n`)
  })

  it.skipIf(process.getuid?.() === 0)(
    'passes the output where the store can only be read (not asked of root, who may write)',
    async () => {
      await run(['slim', 'ships.json', ...COUNTED, '--store', 'locked.packgraph'])
      chmodSync(join(workspace.folder, 'locked.packgraph'), 0o444)
      const { stdout, stderr, exitCode } = await run(['slim', 'keeper.log', ...COUNTED, '--store', 'locked.packgraph'])
      expect({ stdout, exitCode }).toEqual({ stdout: log, exitCode: 0 })
      expect(stderr).toBe('as it came: the store cannot take the original\n')
    },
  )

  it('passes the output also where there can be no store, and says so', async () => {
    for (const store of ['keeper.log', 'keeper.log/a.packgraph']) {
      const { stdout, stderr, exitCode } = await run(['slim', 'keeper.log', ...COUNTED, '--store', store])
      expect(stdout, store).toBe(log)
      expect(stderr).toMatch(/^packgraph: .*keeper\.log.*\nhint: /)
      expect(exitCode).toBeGreaterThan(0)
    }
  })

  it('keeps what two processes at once slim into one store', async () => {
    const texts = [log, log.replaceAll('lamp', 'fire')]
    const both = await Promise.all(
      texts.map((input) => run(['slim', '--json', ...COUNTED, '--store', 'shared.packgraph'], { input })),
    )
    for (const [position, { stdout, exitCode }] of both.entries()) {
      expect(exitCode).toBe(0)
      const { id, route } = JSON.parse(stdout)
      expect(route).toBe('log')
      expect((await run(['expand', id, '--store', 'shared.packgraph'])).stdout).toBe(texts[position])
    }
  })

  it('refuses a file that is not there', async () => {
    const { stdout, stderr, exitCode } = await slim('nothing.log')
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
    expect(stderr).toMatch(/nothing\.log/)
  })

  it.each([
    ['arguments that are no JSON', [...COUNTED, '--args', '{path}'], /--args is not JSON/],
    ['nobody who counts', [], /tokenizer.*\nhint: Name a model/],
    ['a model that nobody knows', ['--model', 'nope'], /nope.*\nhint: /],
  ])('refuses %s with what to do, and loses no output that is piped through', async (_, parameters, message) => {
    const slimming = ['slim', 'keeper.log', ...parameters, '--store', 'a.packgraph']
    const { stdout, stderr, exitCode } = await run(slimming)
    expect({ stdout, exitCode }).toEqual({ stdout: log, exitCode: 2 })
    expect(stderr).toMatch(message)
    expect((await run([...slimming, '--json'])).stdout).toBe('')
  })
})

describe('packgraph expand', () => {
  let workspace: Workspace
  let id: string
  const text = `\ufeffcafé\r\n${log}no line feed at the end`
  const expand = (...parameters: string[]): Promise<Finished> =>
    runCli(['expand', ...parameters, '--store', 'a.packgraph'], { cwd: workspace.folder })

  beforeAll(async () => {
    workspace = createWorkspace({ 'keeper.log': text })
    const { stdout } = await runCli(['slim', 'keeper.log', ...COUNTED, '--store', 'a.packgraph', '--json'], {
      cwd: workspace.folder,
    })
    id = JSON.parse(stdout).id
  })
  afterAll(() => workspace.remove())

  it('prints the very bytes', async () => {
    const file = join(workspace.folder, 'whole')
    const parameters = ['expand', id, '--store', 'a.packgraph']
    await runCli(parameters, { cwd: workspace.folder, stdoutFile: file })
    const hashOf = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
    expect(hashOf(readFileSync(file))).toBe(hashOf(text))
    expect((await runCli(parameters.with(1, hashOf(text)), { cwd: workspace.folder })).stdout).toBe(text)
  })

  it('is charged to the ledger', async () => {
    const store = ['--store', 'charged.packgraph']
    const at = { cwd: workspace.folder }
    await runCli(['slim', 'keeper.log', ...COUNTED, ...store], at)
    await runCli(['expand', id, ...store], at)
    const { stdout } = await runCli(['savings', ...store], at)
    expect(stdout).toMatch(/\n {2}expand: counted {2}-[\d,]+ saved\n/)
    expect(stdout).toMatch(/\n {2}slim: log +[\d,]+ saved\n/)
  })

  it('prints lines of it, by range and by text', async () => {
    expect((await expand(id, '--lines', '300-302')).stdout).toBe(lines.slice(298, 301).join(''))
    expect((await expand(id, '--lines', 'L802-L900')).stdout).toBe('no line feed at the end')
    expect((await expand(id, '--lines', '5')).stdout).toBe(lines[3])
    expect((await expand(id, '--containing', 'KEEPER 500 ')).stdout).toBe(`L502: ${lines[500]}`)
    const { lines: found, ...facts } = JSON.parse(
      (await expand(id, '--containing', 'keeper 50', '--lines', '1-60', '--json')).stdout,
    )
    expect(facts).toEqual({ id: expect.stringMatching(/^[0-9a-f]{64}$/), lineCount: 802 })
    expect(found).toEqual([{ number: 52, text: lines[50] }])
  })

  it('refuses an id that is not stored, and lines that are none', async () => {
    const unknown = await expand('0123456789abcdef')
    expect(unknown).toMatchObject({ stdout: '', exitCode: 2, stderr: expect.stringContaining('0123456789abcdef') })
    expect(unknown.stderr).toContain('hint: ')
    for (const wrong of ['7-3', '0', '0-4', 'a-b', '-5']) {
      expect(await expand(id, `--lines=${wrong}`), wrong).toMatchObject({ stdout: '', exitCode: 2 })
    }
  })

  it('refuses a store that is not there, and makes none', async () => {
    const { exitCode } = await runCli(['expand', id, '--store', 'none.packgraph'], { cwd: workspace.folder })
    expect(exitCode).toBe(2)
    expect(existsSync(join(workspace.folder, 'none.packgraph'))).toBe(false)
  })
})
