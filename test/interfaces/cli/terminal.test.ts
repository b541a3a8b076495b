import { afterEach, describe, expect, it, vi } from 'vitest'
import { startProgress } from '../../../src/interfaces/cli/progress.ts'
import type { Terminal } from '../../../src/interfaces/cli/terminal.ts'
import { fakeTerminal } from './fake-terminal.ts'

const styles = (terminal: Terminal) => terminal.styleOutput('bold', 'x') + terminal.styleNote('red', 'y')
const event = {
  type: 'progress',
  phase: 'index',
  documentsDone: 5,
  bytesDone: 1e6,
  bytesTotal: 4e6,
  hyperedgesDone: 9,
} as const

describe('a terminal', () => {
  it('styles text where a person looks, unless NO_COLOR is set', () => {
    expect(styles(fakeTerminal({ isTTY: true }).terminal)).toContain('\x1b[')
    expect(styles(fakeTerminal({ isTTY: true, env: { NO_COLOR: '1' } }).terminal)).toBe('xy')
    expect(styles(fakeTerminal({ isTTY: true, env: { TERM: 'dumb' } }).terminal)).toBe('xy')
    expect(styles(fakeTerminal().terminal)).toBe('xy')
  })

  it('draws over itself where a person looks, unless CI is set', () => {
    expect(fakeTerminal({ isTTY: true }).terminal.animated).toBe(true)
    expect(fakeTerminal({ isTTY: true, env: { CI: 'true' } }).terminal.animated).toBe(false)
    expect(fakeTerminal().terminal.animated).toBe(false)
  })

  it('hides notes when it is silent, but neither results nor complaints', () => {
    const { terminal, written } = fakeTerminal()
    terminal.silence()
    terminal.note('a note')
    terminal.complain('a complaint')
    terminal.write('a result')
    expect(written).toEqual({ stdout: 'a result', stderr: 'a complaint\n' })
  })

  it('says once that nobody reads its output any more, and writes no more of it', () => {
    const onOutputClosed = vi.fn()
    const { terminal, written, host } = fakeTerminal({ onOutputClosed })
    const broken = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })
    host.stdout.emit('error', broken)
    host.stdout.emit('error', broken)
    terminal.write('more')
    expect(onOutputClosed).toHaveBeenCalledOnce()
    expect(terminal).toMatchObject({ outputClosed: true, outputError: undefined })
    expect(written.stdout).toBe('')
  })

  it('remembers why its output failed, and writes no more of it', () => {
    const onOutputClosed = vi.fn()
    const { terminal, written, host } = fakeTerminal({ onOutputClosed })
    const full = Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC' })
    host.stdout.emit('error', full)
    terminal.write('more')
    expect(onOutputClosed).toHaveBeenCalledOnce()
    expect(terminal).toMatchObject({ outputClosed: true, outputError: full })
    expect(written.stdout).toBe('')
  })
})

describe('progress', () => {
  afterEach(() => vi.restoreAllMocks())
  const signal = new AbortController().signal
  const atSeconds = (seconds: number) => vi.spyOn(performance, 'now').mockReturnValue(seconds * 1000)

  it('is a plain line every few seconds where nobody looks', async () => {
    const { terminal, written } = fakeTerminal()
    atSeconds(0)
    const progress = await startProgress({ terminal, signal })
    for (const seconds of [1, 2, 4, 5, 8]) {
      atSeconds(seconds)
      progress.listen(event)
    }
    expect(written.stderr).toBe('5 documents (1.3/s), 9 units, 12 s left\n5 documents (0.6/s), 9 units, 24 s left\n')
  })

  it('is a bar on a terminal, which goes when the work ends', async () => {
    const { terminal, written } = fakeTerminal({ isTTY: true })
    atSeconds(0)
    const progress = await startProgress({ terminal, signal })
    atSeconds(2)
    progress.listen(event)
    progress.end()
    expect(written.stderr).toContain('█████░░░░░░░░░░░░░░░ 5 documents (2.5/s), 9 units, 6.0 s left')
  })

  it('is no full bar while what has been read is still being indexed', async () => {
    const { terminal, written } = fakeTerminal({ isTTY: true })
    atSeconds(0)
    const progress = await startProgress({ terminal, signal })
    atSeconds(2)
    progress.listen({ ...event, bytesDone: event.bytesTotal })
    expect(written.stderr).toContain('███████████████████░ 5 documents (2.5/s), 9 units, finishing')
    progress.end()
  })

  it('ends when the work is interrupted', async () => {
    const { terminal, written } = fakeTerminal({ isTTY: true })
    const interruption = new AbortController()
    const progress = await startProgress({ terminal, signal: interruption.signal })
    interruption.abort()
    progress.listen(event)
    expect(written.stderr).toBe('')
  })

  it('passes notices on and adds up what was committed', async () => {
    const { terminal, written } = fakeTerminal()
    const progress = await startProgress({ terminal, signal })
    progress.listen({ type: 'committed', generation: 1, documents: 3 })
    progress.listen({ type: 'committed', generation: 2, documents: 4 })
    progress.listen({ type: 'notice', message: 'something to know' })
    expect(progress.documentsCommitted).toBe(7)
    expect(written.stderr).toBe('something to know\n')
  })

  it('is silent when the terminal is', async () => {
    const { terminal, written } = fakeTerminal({ isTTY: true })
    terminal.silence()
    const progress = await startProgress({ terminal, signal })
    progress.listen(event)
    progress.end()
    expect(written.stderr).toBe('')
  })
})
