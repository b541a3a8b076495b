import { setTimeout as sleep } from 'node:timers/promises'
import { busyError, isBusy, translateError } from './errors.ts'

const LONGEST_PAUSE_MS = 20

/**
 * Runs a synchronous piece of database work, again and again while another process holds the lock that it needs. The waiting is ours and not SQLite's
 * `busy_timeout`, because SQLite would wait with the event loop stopped. `attempt` must leave nothing behind when it throws.
 * @throws PackgraphError `INDEX_BUSY` after `timeoutMs`, and whatever `translateError` makes of other failures.
 */
export async function retryWhileBusy<Result>(path: string, timeoutMs: number, attempt: () => Result): Promise<Result> {
  const startMs = performance.now()
  for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error)) throw translateError(error, path)
      const leftMs = startMs + timeoutMs - performance.now()
      if (leftMs <= 0) throw busyError(path, Math.round(performance.now() - startMs), error)
      await sleep(Math.min(pauseMs, leftMs))
    }
  }
}
