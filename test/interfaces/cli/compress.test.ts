import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prose } from '../../support/markdown-texts.ts'
import { createWorkspace, runCli, type Workspace } from './start-cli.ts'

const tokenizer = ['--tokenizer', 'tiktoken:o200k_base']
const text = `# Title\n\n${prose(1, 20)}\n\n\`\`\`\n${prose(21, 24)}\n\`\`\`\n\n${prose(25, 40)}\n`

describe('compress', () => {
  let workspace: Workspace
  const run = (...parameters: string[]) => runCli(parameters, { cwd: workspace.folder })

  beforeAll(() => {
    workspace = createWorkspace({ 'long.md': text, 'short.md': '# Title\n\nShort.\n' })
    writeFileSync(join(workspace.folder, 'latin.md'), Buffer.from('# Caf\xe9 bleu\n', 'latin1'))
  })
  afterAll(() => workspace.remove())

  it('prints the text alone on stdout and the report on stderr, and show leads back from each marker', async () => {
    const printed = await run('compress', 'long.md', '--budget', '400', ...tokenizer)
    const { stdout } = await run('compress', 'long.md', '--budget', '400', ...tokenizer, '--json')
    const compression = JSON.parse(stdout)
    expect(printed.exitCode).toBe(0)
    expect(printed.stdout).toBe(compression.text)
    expect(printed.stderr).toMatch(/^fits: [\d,]+ of 400 tokens, counted exactly by tiktoken:o200k_base/)
    const markers = [...printed.stdout.matchAll(/<!-- pg:src=([0-9a-f]+#(\d+)-(\d+)) -->/g)]
    expect(markers.length).toBeGreaterThan(0)
    for (const [, reference = '', start, end] of markers) {
      for (const form of [reference, `pg:src=${reference}`, `<!-- pg:src=${reference} -->`]) {
        const shown = await run('show', form, '--store', '.packgraph/index.packgraph')
        expect(shown.stdout).toBe(text.slice(Number(start), Number(end)))
      }
    }
    const savings = JSON.parse((await run('savings', '--json')).stdout)
    expect(savings.entries).toBe(2)
  })

  it('reads stdin, says what is unchanged, and takes a store of its own', async () => {
    const parameters = ['compress', '-', '--budget', '4000', ...tokenizer, '--store', 'own.packgraph']
    const { stdout, stderr, exitCode } = await runCli(parameters, { cwd: workspace.folder, input: text })
    expect({ stdout, exitCode }).toEqual({ stdout: text, exitCode: 0 })
    expect(stderr).toContain('unchanged')
  })

  it('ends with 3 when the budget is out of reach, unless the least possible is asked for', async () => {
    const refused = await run('compress', 'long.md', '--budget', '20', ...tokenizer)
    expect(refused).toMatchObject({ exitCode: 3, stdout: '' })
    expect(refused.stderr).toMatch(/cannot be shortened to 20 tokens: the least possible has [\d,]+, [\d,]+ of them/)
    const least = await run('compress', 'long.md', '--budget', '20', ...tokenizer, '--allow-over')
    expect(least.exitCode).toBe(0)
    expect(least.stderr).toMatch(/^over the budget: /)
  })

  it('says of its own output that it fits and has markers', async () => {
    const { stdout } = await run('compress', 'long.md', '--budget', '400', ...tokenizer)
    const again = await runCli(['compress', '-', '--budget', '400', ...tokenizer], {
      cwd: workspace.folder,
      input: stdout,
    })
    expect(again.stdout).toBe(stdout)
    expect(again.stderr).toContain('unchanged: it fits, and holds markers of an earlier compression')
  })

  it('says which encodings it reads, and which options it has', async () => {
    const latin1 = await runCli(['compress', 'latin.md', '--budget', '400', ...tokenizer], { cwd: workspace.folder })
    expect(latin1.stderr).toContain('UTF-16 with a byte order mark')
    expect(latin1.stderr).not.toContain('Latin-1')
    const refused = await run('compress', 'long.md', '--budget', '1', ...tokenizer)
    expect(refused.stderr).toContain('cannot be shortened to 1 token:')
    expect(refused.stderr).toContain('--allow-over')
  })

  it('refuses what it cannot use with 2', async () => {
    for (const parameters of [
      ['compress', 'long.md', ...tokenizer],
      ['compress', 'missing.md', '--budget', '20', ...tokenizer],
      ['compress', 'long.md', '--budget', '20'],
      ['compress', 'long.md', '--budget', '20', ...tokenizer, '--summarizer', 'gpt'],
    ])
      expect(await run(...parameters)).toMatchObject({ exitCode: 2, stdout: '' })
  })
})
