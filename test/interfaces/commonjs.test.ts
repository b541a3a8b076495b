import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createWorkspace } from './cli/start-cli.ts'

const repository = resolve(import.meta.dirname, '../..')

describe('the built package', () => {
  it('can be required from CommonJS', () => {
    const workspace = createWorkspace()
    mkdirSync(join(workspace.folder, 'node_modules'))
    symlinkSync(repository, join(workspace.folder, 'node_modules/packgraph'), 'dir')
    // A package of its own, whatever lies in the folders above.
    workspace.write('package.json', '{ "name": "caller" }')
    const script = join(workspace.folder, 'main.cjs')
    writeFileSync(
      script,
      `const { countTokens, openIndex } = require('packgraph')
countTokens('hello world', { tokenizer: 'tiktoken:o200k_base' }).then(({ tokens }) => {
  console.log(typeof openIndex, tokens)
})
`,
    )
    const output = execFileSync(process.execPath, [script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    expect(output).toBe('function 2\n')
    workspace.remove()
  })
})
