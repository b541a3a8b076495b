import { describe, expect, it } from 'vitest'
import { runCli } from '../../interfaces/cli/start-cli.ts'

const commands = [
  'index',
  'pack',
  'search',
  'show',
  'list',
  'status',
  'savings',
  'remove',
  'rename',
  'recost',
  'verify',
  'rebuild',
  'compress',
  'request',
  'slim',
  'expand',
  'count',
  'mcp',
  'eval',
  'quickstart',
] as const

describe('help', () => {
  it('of the program is pinned', async () => {
    const { stdout, stderr, exitCode } = await runCli(['--help'])
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
    expect(commands.filter((command) => !stdout.includes(`\n  ${command} `))).toEqual([])
    await expect(stdout).toMatchFileSnapshot('help/packgraph.txt')
  })

  it.each(commands)('of %s is pinned, fits 80 columns and gives an example', async (command) => {
    const { stdout, stderr, exitCode } = await runCli([command, '--help'])
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
    expect(stdout).toContain(`Example:\n  `)
    await expect(stdout).toMatchFileSnapshot(`help/${command}.txt`)
  })
})
