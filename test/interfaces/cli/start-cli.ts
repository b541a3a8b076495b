import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const entry = resolve(import.meta.dirname, '../../../dist/interfaces/cli/main.js')

export interface Finished {
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface StartOptions {
  readonly cwd?: string
  readonly input?: string
  /** Leave stdin open, as a terminal does. */
  readonly keepInputOpen?: true
  /** Where stdout goes instead of into `Finished`. */
  readonly stdoutFile?: string
  readonly env?: Readonly<Record<string, string>>
}

export interface Started {
  readonly process: ChildProcess
  readonly finished: Promise<Finished>
}

/** Starts the built command line as users do, with an environment that holds nothing of ours. */
export function startCli(parameters: readonly string[], options: StartOptions = {}): Started {
  const stdout = options.stdoutFile === undefined ? 'pipe' : openSync(options.stdoutFile, 'w')
  const child = spawn(process.execPath, [entry, ...parameters], {
    stdio: ['pipe', stdout, 'pipe'],
    cwd: options.cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...options.env },
  })
  if (typeof stdout === 'number') closeSync(stdout)
  const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] }
  child.stdout?.on('data', (chunk: Buffer) => chunks.stdout.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => chunks.stderr.push(chunk))
  child.stdin?.on('error', () => {})
  if (!options.keepInputOpen) child.stdin?.end(options.input ?? '')
  const finished = new Promise<Finished>((settle, reject) => {
    child.on('error', reject)
    child.on('close', (exitCode, signal) => {
      const text = (parts: Buffer[]) => Buffer.concat(parts).toString('utf8')
      settle({ exitCode, signal, stdout: text(chunks.stdout), stderr: text(chunks.stderr) })
    })
  })
  return { process: child, finished }
}

export function runCli(parameters: readonly string[], options: StartOptions = {}): Promise<Finished> {
  return startCli(parameters, options).finished
}

export interface Workspace {
  readonly folder: string
  write(name: string, content: string | Uint8Array): void
  remove(): void
}

/** A folder of its own for a test's files. */
export function createWorkspace(files: Readonly<Record<string, string>> = {}): Workspace {
  const folder = mkdtempSync(join(tmpdir(), 'packgraph-cli-'))
  const write = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content)
  for (const [name, content] of Object.entries(files)) write(name, content)
  return { folder, write, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export const harbour = `# Harbour

The harbour of Oakport was dug in 1871 by the engineer Ada Quill.

## Lighthouse

The lighthouse stands on Gull Rock and has burned gas since 1902. Its keeper writes a log every evening.
`

export const engineer = `# Ada Quill

Ada Quill was born in Fernmouth. She built bridges before she came to Oakport, and she drew every plan herself.
`
