// Uses a pool in its own process, closes it and goes: the process must end by itself.
import { startWorkerPool } from '../../../../src/adapters/workers/worker-pool.ts'

const pool = startWorkerPool<string, string>({
  entry: new URL('./echo.js', import.meta.url),
  handler: 'handle',
  threads: 2,
})
console.log(await pool.run('one'))
const abandoned = pool.run('hang').catch(() => console.log('abandoned'))
await pool.close()
await abandoned
