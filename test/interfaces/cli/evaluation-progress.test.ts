import { afterEach, describe, expect, it, vi } from 'vitest'
import { startEvaluationProgress } from '../../../src/interfaces/cli/evaluation-progress.ts'
import { fakeTerminal } from './fake-terminal.ts'

const { signal } = new AbortController()

describe('the progress of an evaluation', () => {
  afterEach(() => vi.restoreAllMocks())

  it('is a line at the end of each step elsewhere than on a terminal', async () => {
    const { terminal, written } = fakeTerminal()
    const progress = await startEvaluationProgress({ terminal, signal })
    for (const done of [1, 2, 3, 3]) progress.show({ step: 'bm25', done, total: 3 })
    progress.show({ step: 'dense', done: 1, total: 3 })
    progress.end()
    expect(written.stderr).toBe('bm25: 3 of 3\n')
  })

  it('is a line every three seconds too', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
    const { terminal, written } = fakeTerminal()
    const progress = await startEvaluationProgress({ terminal, signal })
    for (const [done, milliseconds] of [
      [100, 1_000],
      [200, 3_500],
      [300, 4_000],
      [400, 7_000],
    ] as const) {
      clock.mockReturnValue(milliseconds)
      progress.show({ step: 'bm25', done, total: 5_000 })
    }
    expect(written.stderr).toBe('bm25: 200 of 5,000\nbm25: 400 of 5,000\n')
  })

  it('is a bar on a terminal', async () => {
    const { terminal, written } = fakeTerminal({ isTTY: true })
    const progress = await startEvaluationProgress({ terminal, signal })
    progress.show({ step: 'bm25', done: 1, total: 4 })
    progress.end()
    expect(written.stderr).toContain('█████░░░░░░░░░░░░░░░ bm25: 1 of 4')
  })

  it('is nothing when quiet, or once it has ended', async () => {
    const quiet = fakeTerminal()
    quiet.terminal.silence()
    const silent = await startEvaluationProgress({ terminal: quiet.terminal, signal })
    silent.show({ step: 'bm25', done: 4, total: 4 })
    expect(quiet.written.stderr).toBe('')

    const { terminal, written } = fakeTerminal()
    const interruption = new AbortController()
    const progress = await startEvaluationProgress({ terminal, signal: interruption.signal })
    interruption.abort()
    progress.show({ step: 'bm25', done: 4, total: 4 })
    expect(written.stderr).toBe('')
  })
})
