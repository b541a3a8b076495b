import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Death } from './deaths.ts'

const cli = fileURLToPath(new URL('../../../../dist/interfaces/cli/main.js', import.meta.url))

export interface FinishedRun {
  /** Whether it was killed before it could end. */
  readonly killed: boolean
  readonly exitCode: number | null
  /** Documents that it had written when it committed last. */
  readonly committed: number
  readonly errors: string
}

/**
 * Runs the built command line with a death ahead of it, or none.
 * @param wholeMs how long such a run takes when nothing ends it.
 */
export async function runUntilKilled(
  parameters: readonly string[],
  death: Death | undefined,
  wholeMs: number,
): Promise<FinishedRun> {
  const preload = new URL('die-at-step.mjs', import.meta.url)
  if (death?.kind === 'step') {
    for (const [name, value] of Object.entries(death)) preload.searchParams.set(name, String(value))
  }
  const child = spawn(process.execPath, ['--import', preload.href, cli, ...parameters], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const texts = { report: '', errors: '' }
  child.stdio[3]?.on('data', (chunk) => {
    texts.report += chunk
  })
  child.stderr?.on('data', (chunk) => {
    texts.errors += chunk
  })
  const timer = death?.kind === 'delay' ? setTimeout(() => child.kill('SIGKILL'), death.share * wholeMs) : undefined
  const [exitCode, signal] = await once(child, 'close')
  clearTimeout(timer)
  const committed = Number(texts.report.trimEnd().split('\n').at(-1) ?? 0)
  return { killed: signal === 'SIGKILL', exitCode, committed, errors: texts.errors }
}
