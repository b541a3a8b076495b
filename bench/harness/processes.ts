import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Progress } from './benchmark.ts'

/** What a child tells its parent. */
export type ChildMessage =
  | { readonly kind: 'progress'; readonly text: string }
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly reason: string }

/** What a module run in a process of its own exports. Input and result are JSON. */
export type Task<Input, Result> = (input: Input, progress: Progress) => Promise<Result>

/**
 * Runs a module's exported function in a new process, so that neither memory nor compiled code of other work is in what it measures.
 * @param module URL of the module. @param task name of the exported function. @param limitMinutes after which the process is ended. Default: none.
 * @throws Error with the child's reason, also when it died or was not done in time.
 */
export function runInProcess<Input, Result>(
  module: URL,
  task: string,
  input: Input,
  progress: Progress,
  limitMinutes?: number,
): Promise<Result> {
  const main = fileURLToPath(new URL('child.ts', import.meta.url))
  // The collector is exposed so that memory can be read when nothing is left to collect.
  const execArgv = [...process.execArgv.filter((flag) => flag !== '--expose-gc'), '--expose-gc']
  const child = fork(main, [module.href, task], { execArgv })
  return new Promise((resolve, reject) => {
    let settled = false
    let timer: NodeJS.Timeout | undefined
    const settle = (action: () => void): void => {
      settled = true
      clearTimeout(timer)
      action()
    }
    if (limitMinutes !== undefined) {
      timer = setTimeout(() => {
        settle(() => reject(new Error(`not done within ${limitMinutes} minutes`)))
        child.kill('SIGKILL')
      }, limitMinutes * 60_000)
    }
    child.on('message', (message: ChildMessage) => {
      if (message.kind === 'progress') progress(message.text)
      else if (message.kind === 'done') settle(() => resolve(message.result as Result))
      else settle(() => reject(new Error(message.reason)))
    })
    child.on('error', (error) => settle(() => reject(error)))
    child.on('exit', (code, signal) => {
      if (!settled)
        settle(() => reject(new Error(`the process ended before its work did (${signal ?? `exit code ${code}`})`)))
    })
    child.send({ input })
  })
}

/** Resident megabytes of this process once everything collectable is collected. */
export function settledMegabytes(): number {
  globalThis.gc?.()
  globalThis.gc?.()
  return process.memoryUsage.rss() / 1e6
}
