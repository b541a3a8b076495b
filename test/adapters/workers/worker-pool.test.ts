import { afterEach, describe, expect, it } from 'vitest'
import { startWorkerPool, type WorkerPool } from '../../../src/adapters/workers/worker-pool.ts'
import { outputOf, startChild } from '../sqlite/children/run-child.ts'

let pool: WorkerPool<string, string> | undefined

function start(entry = './entries/echo.js', threads = 1): WorkerPool<string, string> {
  pool = startWorkerPool({ entry: new URL(entry, import.meta.url), handler: 'handle', threads })
  return pool
}

afterEach(() => pool?.close())

describe('a worker pool', () => {
  it('answers every task', async () => {
    const { run } = start('./entries/echo.js', 2)
    expect(await Promise.all(['a', 'b', 'c'].map(run))).toEqual(['a, too', 'b, too', 'c, too'])
  })

  it('fails with a clear error, and all that waits with it, when a thread ends', async () => {
    const { run } = start()
    const outcomes = await Promise.allSettled(['exit', 'a', 'b'].map(run))
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { code: 'WORKER_FAILED' } })
    await expect(run('c')).rejects.toThrow('worker thread ended')
  })

  it('fails when its module cannot be loaded or is not there', async () => {
    for (const entry of ['./entries/broken.js', './entries/absent.js']) {
      const { run, close } = start(entry, 2)
      const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd'].map(run))
      for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { code: 'WORKER_FAILED' } })
      await close()
    }
  })

  it('rejects what it has not done when it is closed', async () => {
    const { run, close } = start()
    const hanging = expect(run('hang')).rejects.toThrow()
    await close()
    await hanging
  })

  it('lets its process end', async () => {
    expect(await outputOf(startChild(new URL('./entries/use-and-leave.ts', import.meta.url), []))).toBe(
      'one, too\nabandoned\n',
    )
  })
})
