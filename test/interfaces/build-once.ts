import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const repository = resolve(import.meta.dirname, '../..')
const entry = join(repository, 'dist/interfaces/cli/main.js')

/** Vitest global setup: the tests of interfaces start what users start, so `dist` must not be older than its sources. */
export function setup(): void {
  const sourceMs = Math.max(...['src', 'eval'].map((folder) => newestMs(join(repository, folder))))
  if (existsSync(entry) && statSync(entry).mtimeMs >= sourceMs) return
  execFileSync('npm', ['run', '-s', 'build'], { cwd: repository, stdio: 'inherit' })
}

function newestMs(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Math.max(...files.map((file) => statSync(join(file.parentPath, file.name)).mtimeMs))
}
