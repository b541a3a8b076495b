/**
 * One step of a long session through `compressRequest`: the store knows what was sent, one call and its result are new. Beside js-tiktoken counting the whole session once, which is what it takes to
 * know that it is too long. Steps in which nothing is folded and steps in which something is are told apart by the report. The session is invented.
 */
import { join } from 'node:path'
import { getEncoding } from 'js-tiktoken'
import { type ContextIndex, openIndex } from '../../src/index.ts'
import { inventedSession, type SessionRequest, sessionBefore } from '../corpora/invented-session.ts'
import { digits, type Measure, type Row, shareRow } from '../harness/benchmark.ts'
import { runInProcess, type Task } from '../harness/processes.ts'
import { median, timeMs } from '../harness/statistics.ts'
import { plainCount } from '../reference/plain-counting.ts'

const SEED = 7
const TOKENIZER = 'tiktoken:o200k_base'
/** Of the whole session, the least that a request may have. */
const BUDGET_SHARE = 0.5
/** A step of a session of 150,000 tokens. */
const REACH = 0.1
/** What counts as linear: so much more than in proportion. */
const LINEAR_TIMES = 1.25
const STEPS_IN_MEMORY = 10

interface Step {
  readonly ms: number
  readonly folds: boolean
}

interface MemoryJob {
  readonly path: string
  readonly calls: number
}

export const measure: Measure = async (run, progress) => {
  const calls = run.quick ? 20 : 150
  const session = inventedSession(SEED, calls)
  const encoding = getEncoding('o200k_base')
  const texts = textsOf(session)
  progress('counting the session with js-tiktoken')
  let tokens = 0
  const countMs = median(
    await times(run.quick ? 2 : 5, () => {
      tokens = texts.reduce((sum, text) => sum + plainCount(encoding, text), 0)
    }),
  )
  progress(`compressing the last steps of ${digits(tokens)} tokens`)
  const index = await openIndex(join(run.scratchFolder, 'request.packgraph'))
  try {
    const steps = await replay(index, session, Math.floor(calls / 2), Math.floor(BUDGET_SHARE * tokens))
    const rows = [false, true].flatMap((folds) => stepRow(steps, folds, countMs, tokens))
    return [...rows, ...(await memoryRows(run.scratchFolder, calls, progress))]
  } finally {
    await index.close()
  }
}

/** The last calls of a session, one after another, with what was sent before in the store. The first one makes it warm. */
async function replay(
  index: ContextIndex,
  session: SessionRequest,
  calls: number,
  budget: number,
): Promise<readonly Step[]> {
  const steps: Step[] = []
  for (let left = calls; left >= 0; left--) {
    const request = sessionBefore(session, left)
    const start = performance.now()
    const { report } = await index.compressRequest(request, { budget }, { dialect: 'openai', tokenizer: TOKENIZER })
    steps.push({ ms: performance.now() - start, folds: report.memory.newlyFoldedUnits > 0 })
  }
  return steps.slice(1)
}

function stepRow(steps: readonly Step[], folds: boolean, countMs: number, tokens: number): readonly Row[] {
  const own = steps.filter((step) => step.folds === folds).map(({ ms }) => ms)
  if (own.length === 0) return []
  const stepMs = median(own)
  const text = {
    work: `a step of a session of ${digits(tokens)} tokens, ${folds ? 'in which old turns are folded' : 'in which nothing is folded'}`,
    reference: 'js-tiktoken counting the session once',
    note: `${digits(stepMs)} ms against ${digits(countMs)} ms; ${own.length} of ${steps.length} steps`,
    figures: { stepMs, countMs, steps: own.length, tokens },
  }
  return [shareRow(text, stepMs / countMs, REACH)]
}

async function memoryRows(folder: string, calls: number, progress: (message: string) => void): Promise<readonly Row[]> {
  const grown: number[] = []
  for (const size of [calls / 2, calls, calls * 2]) {
    progress(`reading the heap after steps of a session of ${size} calls`)
    const job: MemoryJob = { path: join(folder, `request-${size}.packgraph`), calls: size }
    grown.push(await runInProcess<MemoryJob, number>(new URL(import.meta.url), 'heapGrowth', job, progress))
  }
  const [small, , large] = grown as [number, number, number]
  const figures = { smallMegabytes: grown[0]!, middleMegabytes: grown[1]!, largeMegabytes: grown[2]! }
  const note = `${grown.map(digits).join(', ')} MB for ${[calls / 2, calls, calls * 2].map((size) => digits(size)).join(', ')} thousand tokens`
  return [
    shareRow(
      {
        work: 'heap that steps of a session leave, four times the tokens',
        reference: 'a quarter of them',
        note,
        figures,
      },
      large / small,
      4 * LINEAR_TIMES,
    ),
  ]
}

/** Megabytes of heap that some steps of a session leave while the index is open, in a process of its own. The session itself is not among them. */
export const heapGrowth: Task<MemoryJob, number> = async ({ path, calls }) => {
  const session = inventedSession(SEED, calls)
  const index = await openIndex(path)
  const before = heapMegabytes()
  await replay(index, session, STEPS_IN_MEMORY, calls * 500)
  const after = heapMegabytes()
  await index.close()
  return after - before
}

function heapMegabytes(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 1e6
}

/** Everything of a request that a tokenizer is asked for. */
function textsOf({ messages, tools }: SessionRequest): readonly string[] {
  return [
    JSON.stringify(tools),
    ...messages.flatMap(({ content, tool_calls: calls }) => [String(content), JSON.stringify(calls ?? '')]),
  ]
}

async function times(count: number, work: () => void): Promise<readonly number[]> {
  const all: number[] = []
  for (let round = 0; round < count; round++) all.push(await timeMs(work))
  return all
}
