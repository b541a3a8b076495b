import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { fileURLToPath } from 'node:url'

const NOBODY = 65_534
const RUNNING_AS_ROOT = process.getuid?.() === 0

/** Starts a TypeScript file as a process, with arguments. `unprivileged` makes it a user whom file permissions bind, even when the tests run as root. */
export function startChild(
  script: URL,
  args: readonly string[],
  { unprivileged = false }: { readonly unprivileged?: boolean } = {},
): ChildProcess {
  const loader = new URL('../../../support/register-typescript.mjs', import.meta.url).href
  return spawn(process.execPath, ['--import', loader, fileURLToPath(script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(unprivileged && RUNNING_AS_ROOT ? { uid: NOBODY, gid: NOBODY } : {}),
  })
}

/** What a child printed, once it has ended well. */
export async function outputOf(child: ChildProcess): Promise<string> {
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`the child ended with code ${code}`)
  return output
}

/** Whether permissions can be tested here: not on Windows, and as root only where another user may read this repository. */
export function permissionsBind(): boolean {
  if (process.platform === 'win32') return false
  if (!RUNNING_AS_ROOT) return true
  try {
    process.seteuid?.(NOBODY)
    accessSync(fileURLToPath(import.meta.url), constants.R_OK)
    return true
  } catch {
    return false
  } finally {
    process.seteuid?.(0)
  }
}
