import { describe, expect, it } from 'vitest'
import { runInProcess } from '../../bench/harness/processes.ts'

const TASKS = new URL('./tasks/tasks.ts', import.meta.url)
const silent = (): void => {}

describe('work in a process of its own', () => {
  it('gets its input, tells how it goes and gives its result', async () => {
    const told: string[] = []
    expect(await runInProcess(TASKS, 'double', { value: 21 }, (text) => told.push(text))).toBe(42)
    expect(told).toEqual(['doubling 21'])
  })

  it('fails with its own reason', async () => {
    await expect(runInProcess(TASKS, 'fail', {}, silent)).rejects.toThrow('no such luck')
    await expect(runInProcess(TASKS, 'nothing', {}, silent)).rejects.toThrow('exports no nothing')
  })

  it('fails when its process dies', async () => {
    await expect(runInProcess(TASKS, 'die', {}, silent)).rejects.toThrow('SIGKILL')
  })

  it('is ended when its time is over', async () => {
    await expect(runInProcess(TASKS, 'dawdle', {}, silent, 0.05)).rejects.toThrow('not done within 0.05 minutes')
  })
})
