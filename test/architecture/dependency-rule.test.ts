import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const repository = resolve(import.meta.dirname, '../..')

/** Each row: a file, what it imports, and the rule that must refuse it. */
const forbidden: readonly (readonly [from: string, to: string, rule: string])[] = [
  ['src/domain/a.ts', 'src/ports/target.ts', 'layer-domain'],
  ['src/ports/a.ts', 'src/engine/target.ts', 'layer-ports'],
  ['src/ingest/a.ts', 'src/indexing/target.ts', 'layer-ingest'],
  ['src/indexing/a.ts', 'src/adapters/sqlite/target.ts', 'layer-indexing'],
  ['src/retrieve/a.ts', 'src/pack/target.ts', 'layer-retrieve'],
  ['src/pack/a.ts', 'src/compress/target.ts', 'layer-pack'],
  ['src/savings/a.ts', 'src/pack/target.ts', 'layer-savings'],
  ['src/compress/a.ts', 'src/converse/target.ts', 'layer-compress'],
  ['src/converse/a.ts', 'src/retrieve/target.ts', 'layer-converse'],
  ['src/engine/a.ts', 'src/adapters/sqlite/target.ts', 'layer-engine'],
  ['src/engine/b.ts', 'src/open.ts', 'layer-engine'],
  ['src/adapters/sqlite/a.ts', 'src/adapters/vectors/target.ts', 'layer-adapters'],
  ['src/adapters/sqlite/b.ts', 'src/engine/target.ts', 'layer-adapters'],
  ['src/interfaces/cli/a.ts', 'src/engine/target.ts', 'layer-interfaces'],
  ['src/interfaces/cli/b.ts', 'src/interfaces/mcp/target.ts', 'layer-interfaces'],
  ['src/interfaces/cli/c.ts', 'src/open.ts', 'layer-interfaces'],
  ['src/interfaces/cli/d.ts', 'src/index.ts', 'layer-interfaces-load-late'],
  ['src/interfaces/mcp/a.ts', 'src/index.ts', 'layer-interfaces-load-late'],
  ['src/interfaces/mcp/b.ts', 'src/interfaces/cli/target.ts', 'layer-interfaces'],
  ['src/interfaces/cli/f.ts', 'src/interfaces/mcp/serve.ts', 'layer-mcp-loads-late'],
  ['src/index.ts', 'src/adapters/vectors/target.ts', 'layer-index'],
  ['src/open.ts', 'src/interfaces/cli/target.ts', 'layer-open'],
  ['src/adapters/vectors/a.ts', 'better-sqlite3', 'vendor-better-sqlite3'],
  ['src/pack/b.ts', 'js-tiktoken', 'vendor-js-tiktoken'],
  ['src/compress/b.ts', '@toon-format/toon', 'vendor-@toon-format/toon'],
  ['src/adapters/sqlite/c.ts', '@xenova/transformers', 'vendor-@xenova/transformers'],
  ['src/adapters/sqlite/d.ts', 'typescript', 'vendor-unlisted'],
  ['src/adapters/sqlite/e.ts', 'no-such-package', 'vendor-unlisted'],
  ['src/domain/b.ts', 'node:fs', 'no-outside-world'],
  ['src/ports/b.ts', 'node:http', 'no-outside-world'],
  ['src/pack/c.ts', 'node:worker_threads', 'no-outside-world'],
  ['src/converse/b.ts', 'node:child_process', 'no-outside-world'],
  ['src/engine/c.ts', 'fs/promises', 'no-outside-world'],
  ['src/open.ts', 'node:fs', 'no-outside-world'],
  ['src/pack/cycle-a.ts', 'src/pack/cycle-b.ts', 'no-cycles'],
  ['src/adapters/sqlite/f.ts', 'test/target.ts', 'no-development-code'],
  ['eval/b.ts', 'test/target.ts', 'no-development-code'],
  ['src/interfaces/cli/e.ts', 'eval/target.ts', 'evaluation-loads-late'],
  ['src/engine/d.ts', 'eval/target.ts', 'evaluation-for-command-line'],
  ['eval/a.ts', 'src/engine/target.ts', 'public-api-only'],
  ['bench/macro/a.ts', 'src/pack/target.ts', 'public-api-only'],
]

/** Closes the cycle, which is reported once, at its first file. */
const closing = ['src/pack/cycle-b.ts', 'src/pack/cycle-a.ts'] as const

const permitted: readonly (readonly [from: string, to: string, form?: 'type' | 'dynamic'])[] = [
  ['src/ports/fine.ts', 'src/domain/target.ts'],
  ['src/pack/fine.ts', 'src/ports/target.ts'],
  ['src/pack/fine.ts', 'node:crypto'],
  ['src/converse/fine.ts', 'src/compress/target.ts'],
  ['src/engine/fine.ts', 'src/retrieve/target.ts'],
  ['src/adapters/sqlite/fine.ts', 'better-sqlite3'],
  ['src/adapters/sqlite/fine.ts', 'node:fs'],
  ['src/adapters/sqlite/fine.ts', 'src/adapters/sqlite/target.ts'],
  ['src/open.ts', 'src/engine/target.ts'],
  ['src/open.ts', 'src/adapters/sqlite/target.ts'],
  ['src/index.ts', 'src/open.ts'],
  ['src/interfaces/mcp/fine.ts', 'src/index.ts', 'type'],
  ['src/interfaces/mcp/late.ts', 'src/index.ts', 'dynamic'],
  ['src/interfaces/mcp/fine.ts', 'zod'],
  ['src/interfaces/cli/mcp.ts', 'src/interfaces/mcp/serve.ts', 'dynamic'],
  ['src/interfaces/cli/fine.ts', 'src/index.ts', 'type'],
  ['src/interfaces/cli/late.ts', 'src/index.ts', 'dynamic'],
  ['src/interfaces/cli/fine.ts', 'commander'],
  ['eval/fine.ts', 'src/index.ts'],
  ['src/interfaces/cli/late.ts', 'eval/target.ts', 'dynamic'],
  ['bench/micro/fine.ts', 'src/pack/target.ts'],
]

interface Violation {
  readonly from: string
  readonly to: string
  readonly rule: { readonly name: string }
}

describe('the dependency rule', () => {
  let tree = ''
  let violations: readonly Violation[] = []

  beforeAll(async () => {
    tree = mkdtempSync(join(tmpdir(), 'packgraph-layers-'))
    const imports = [...forbidden, closing, ...permitted]
    for (const [from, to] of imports) {
      write(tree, from, '')
      if (/^(?:src|test|eval|bench)\//.test(to)) write(tree, to, '')
    }
    const files = new Set(imports.map(([from]) => from))
    for (const file of files) {
      const own = imports.filter(([from]) => from === file)
      write(tree, file, own.map(([, to, form]) => statement(specifier(file, to), form)).join(''))
    }
    writeFileSync(join(tree, 'package.json'), JSON.stringify({ type: 'module', dependencies: {} }))
    cpSync(join(repository, '.dependency-cruiser.cjs'), join(tree, '.dependency-cruiser.cjs'))
    cpSync(join(repository, 'tsconfig.json'), join(tree, 'tsconfig.json'))
    symlinkSync(join(repository, 'node_modules'), join(tree, 'node_modules'))
    violations = await cruise(tree)
  })

  afterAll(() => rmSync(tree, { recursive: true, force: true }))

  it.each(forbidden)('refuses that %s imports %s (%s)', (from, to, rule) => {
    const rules = violations.filter((found) => found.from === from && sameTarget(found.to, to)).map((v) => v.rule.name)
    expect(rules).toContain(rule)
  })

  it('refuses nothing that the table permits', () => {
    const refused = permitted.filter(([from, to]) => violations.some((v) => v.from === from && sameTarget(v.to, to)))
    expect(refused).toEqual([])
  })

  it('has a broken example for each of its rules, one vendor standing for all', async () => {
    const config = await import(join(repository, '.dependency-cruiser.cjs'))
    const names: string[] = config.default.forbidden.map((rule: { name: string }) => rule.name)
    const proven = new Set(forbidden.map(([, , rule]) => rule))
    expect(names.filter((name) => !proven.has(name) && !name.startsWith('vendor-'))).toEqual([])
  })
})

function write(tree: string, path: string, text: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true })
  writeFileSync(join(tree, path), text)
}

function statement(target: string, form: string | undefined): string {
  if (form === 'type') return `import type { Some } from '${target}'\n`
  return form === 'dynamic' ? `await import('${target}')\n` : `import '${target}'\n`
}

function specifier(from: string, to: string): string {
  if (!/^(?:src|test|eval|bench)\//.test(to)) return to
  return `${'../'.repeat(from.split('/').length - 1)}${to}`
}

/** A package is reported by the file that it resolves to, a builtin without its `node:`. */
function sameTarget(reported: string, wanted: string): boolean {
  const bare = wanted.replace(/^node:/, '')
  return reported === bare || reported === wanted || reported.includes(`node_modules/${bare}/`)
}

async function cruise(cwd: string): Promise<readonly Violation[]> {
  const binary = join(repository, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  const parameters = [binary, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'src', 'eval', 'bench']
  const { stdout } = await promisify(execFile)(process.execPath, parameters, { cwd, maxBuffer: 64e6 }).catch(
    // The exit code is the number of errors; what was found is on stdout all the same.
    (failure: { stdout: string }) => failure,
  )
  return JSON.parse(stdout).summary.violations
}
