import { throwIfCancelled } from '../domain/errors.ts'

/**
 * Waits for work that cannot be cancelled itself, and no longer than until the signal fires.
 * @throws PackgraphError `CANCELLED`, and what the work throws.
 */
export function untilCancelled<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const cancel = (): void => {
      try {
        throwIfCancelled(signal)
      } catch (error) {
        reject(error)
      }
    }
    cancel()
    signal.addEventListener('abort', cancel, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', cancel))
  })
}
