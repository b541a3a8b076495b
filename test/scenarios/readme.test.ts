import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = temporaryFolder()

describe('the snippets of the README', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const snippets = Array.from(readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm), ([, code]) => code!)

  it('type-check and run as printed, in a project that has the package', () => {
    expect(snippets.length).toBeGreaterThan(0)
    const project = folder.path('project')
    mkdirSync(join(project, 'node_modules'), { recursive: true })
    symlinkSync(root, join(project, 'node_modules/packgraph'))
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
    // Later snippets go on where the first has its index open.
    const closing = 'await index.close()\n'
    const opening = snippets[0]!.replace(closing, '')
    snippets.forEach((code, position) => {
      // Printed last, so that the test sees that the snippet ran to its end and got a pack.
      const ending = `console.log(pack.items.length, pack.proof.verified)\n${closing}`
      writeFileSync(
        join(project, `snippet-${position}.ts`),
        position === 0 ? `${opening}\n${ending}` : `${opening}\n${code}\n${ending}`,
      )
    })
    const files = snippets.map((_, position) => `snippet-${position}.ts`)
    const options = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--skipLibCheck']
    execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...options, ...files], {
      cwd: project,
    })
    for (const file of files) {
      const printed = execFileSync(process.execPath, [file.replace('.ts', '.js')], { cwd: project, encoding: 'utf8' })
      expect(printed).toMatch(/^[1-9]\d* true\n$/)
    }
  }, 60_000)
})

describe('the snippets of the page on requests', () => {
  const page = readFileSync(join(root, 'docs/requests.md'), 'utf8')
  const snippets = Array.from(page.matchAll(/^```ts\n([\s\S]*?)^```$/gm), ([, code]) => code!)

  it('type-check as printed, where what they go on from is declared', () => {
    const project = folder.path('requests')
    mkdirSync(join(project, 'node_modules'), { recursive: true })
    symlinkSync(root, join(project, 'node_modules/packgraph'))
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
    const judging = `import type { ContextIndex, Judge, ShadowAnswers } from 'packgraph'
declare const index: ContextIndex, judge: Judge, answers: ShadowAnswers
const { key, query, report, compressedAnswer, fullAnswer } = answers
`
    const files = snippets.map((code, position) => {
      const file = `snippet-${position}.ts`
      writeFileSync(join(project, file), code.includes('import ') ? code : `${judging}${code}`)
      return file
    })
    expect(files.length).toBeGreaterThan(2)
    const options = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext', '--skipLibCheck']
    execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...options, ...files], {
      cwd: project,
      encoding: 'utf8',
    })
  }, 60_000)
})
