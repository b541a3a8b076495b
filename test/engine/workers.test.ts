import { describe, expect, it, vi } from 'vitest'
import { ruleExtractor } from '../../src/adapters/entities/rule-extractor.ts'
import { structureReaders } from '../../src/adapters/readers/structure-readers.ts'
import type { DocumentInput } from '../../src/domain/document.ts'
import { prepareDocuments } from '../../src/engine/prepare-documents.ts'
import { createReaderRegistry } from '../../src/ingest/reader-registry.ts'
import type { DocumentPreparer, DocumentTask, Preparation } from '../../src/ports/document-preparer.ts'
import { MemoryStore } from '../fakes/memory-store.ts'
import { codeOf, engineWith } from './support/engine.ts'

/** As many characters as make a batch. */
const BATCH = 1 << 20

/** Documents of half a batch each, told apart by their first word. */
function documents(count: number): DocumentInput[] {
  return Array.from({ length: count }, (_, n) => ({ uri: `doc-${n}`, text: `Word${n} `.padEnd(BATCH / 2, 'text ') }))
}

/** Workers that are this thread; they tell what is asked of them. */
class FakeWorkers implements DocumentPreparer {
  readonly capacity = 2
  started = 0
  closed = 0
  waiting = 0
  mostWaiting = 0
  readonly work: (tasks: readonly DocumentTask[]) => Promise<readonly Preparation[]>

  constructor(work: FakeWorkers['work'] = prepareHere) {
    this.work = work
  }

  async prepare(tasks: readonly DocumentTask[]): Promise<readonly Preparation[]> {
    this.waiting++
    this.mostWaiting = Math.max(this.mostWaiting, this.waiting)
    return this.work(tasks)
  }

  async close(): Promise<void> {
    this.closed++
  }
}

function firstWordOf({ bytes }: DocumentTask): string {
  return new TextDecoder().decode(bytes.subarray(0, 5))
}

function prepareHere(tasks: readonly DocumentTask[]): Promise<readonly Preparation[]> {
  return prepareDocuments(tasks, {
    readers: createReaderRegistry(structureReaders),
    extractor: ruleExtractor,
    estimateTokens: (text) => Math.ceil(text.length / 4),
    tokenizer: undefined,
    embedder: undefined,
  })
}

function engineOver(workers: FakeWorkers, store: MemoryStore = new MemoryStore()) {
  const startWorkers = () => {
    workers.started++
    return workers
  }
  return engineWith({ store, startWorkers, defaultWorkers: 2 })
}

describe('workers of a run', () => {
  it('are not started for little, for what is unchanged, or when the caller wants none', async () => {
    const workers = new FakeWorkers()
    const engine = engineOver(workers)
    await engine.add(documents(1))
    await engine.add(documents(4), { workers: 0 })
    await engine.add(documents(4))
    await engine.add(documents(4), { workers: 2 })
    expect(workers.started).toBe(0)
  })

  it('are started once there is more, and are closed at the end', async () => {
    const workers = new FakeWorkers()
    await engineOver(workers).add(documents(4), { workers: 2 })
    expect([workers.started, workers.closed]).toEqual([1, 1])
  })

  it('are started by default only for a run that is long enough to pay for them', async () => {
    const workers = new FakeWorkers()
    await engineOver(workers).add(documents(14))
    expect(workers.started).toBe(0)
    await engineOver(workers).add(documents(20))
    expect(workers.started).toBe(1)
  })

  it('never make the run read more than two batches ahead of a slow writer', async () => {
    const store = new MemoryStore()
    let read = 0
    let written = 0
    let mostAhead = 0
    const write = store.write.bind(store)
    store.write = async (batch) => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      mostAhead = Math.max(mostAhead, read - written)
      written += batch.put?.length ?? 0
      return write(batch)
    }
    const counted = (function* () {
      for (const document of documents(20)) {
        read++
        yield document
      }
    })()
    await engineOver(new FakeWorkers(), store).add(counted, { workers: 2 })
    // Of two documents each: the batch that is written, and two more.
    expect(mostAhead).toBe(6)
  })

  it('are given no more than they have room for, and this thread does what they have not taken while it waits', async () => {
    let release = (): void => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const given: string[] = []
    const workers = new FakeWorkers(async (tasks) => {
      given.push(...tasks.map(firstWordOf))
      await released
      return prepareHere(tasks)
    })
    const done = new Set<string>()
    const estimateTokens = (text: string): number => {
      done.add(text.split(' ', 1)[0] ?? '')
      return Math.ceil(text.length / 4)
    }
    const startWorkers = (): FakeWorkers => workers
    const run = engineWith({ startWorkers, estimateTokens }).add(documents(8), { workers: 2 })
    // Two documents to a batch: the first is prepared before there are workers, two documents fill these, and two batches more may be read ahead.
    await vi.waitFor(() => expect([...done].filter((word) => word.startsWith('Word'))).toHaveLength(6), 10_000)
    expect(given).toEqual(['Word2', 'Word3'])
    release()
    expect((await run).documentsAdded).toBe(8)
  })

  it('commit in the order of reading, whichever is done first', async () => {
    let calls = 0
    const workers = new FakeWorkers(async (tasks) => {
      await new Promise((resolve) => setTimeout(resolve, ++calls % 2 === 0 ? 0 : 30))
      return prepareHere(tasks)
    })
    const store = new MemoryStore()
    const written: string[] = []
    const write = store.write.bind(store)
    store.write = (batch) => {
      written.push(...(batch.put ?? []).map(({ document }) => document.uri))
      return write(batch)
    }
    await engineOver(workers, store).add(documents(12), { workers: 2 })
    expect(written).toEqual(documents(12).map(({ uri }) => uri))
  })

  it('are closed when the run is cancelled, although they never answer', async () => {
    const workers = new FakeWorkers(() => new Promise(() => {}))
    const { signal, abort } = cancelling()
    const run = engineOver(workers).add(documents(8), {
      workers: 2,
      signal,
      onEvent: ({ type }) => void (type === 'committed' && abort()),
    })
    expect(await codeOf(run)).toBe('CANCELLED')
    expect(workers.closed).toBe(1)
  })

  it('are closed when one fails, and the run fails with it', async () => {
    const workers = new FakeWorkers(() => Promise.reject(new Error('a defect')))
    await expect(engineOver(workers).add(documents(8), { workers: 2 })).rejects.toThrow('a defect')
    expect(workers.closed).toBe(1)
  })
})

function cancelling(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => setTimeout(() => controller.abort(), 10) }
}
