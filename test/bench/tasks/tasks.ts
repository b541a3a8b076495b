import type { Task } from '../../../bench/harness/processes.ts'

/** Work for a process of its own. */
export const double: Task<{ readonly value: number }, number> = async ({ value }, progress) => {
  progress(`doubling ${value}`)
  return 2 * value
}

export const fail: Task<undefined, never> = async () => {
  throw new Error('no such luck')
}

export const die: Task<undefined, never> = async () => {
  process.kill(process.pid, 'SIGKILL')
  return new Promise<never>(() => {})
}

export const dawdle: Task<undefined, never> = () => new Promise<never>((_, reject) => setTimeout(reject, 60_000))
