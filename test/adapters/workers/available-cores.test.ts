import { describe, expect, it } from 'vitest'
import { availableCores } from '../../../src/adapters/workers/available-cores.ts'

function files(contents: Readonly<Record<string, string>>): (path: string) => string {
  return (path) => {
    const content = contents[path]
    if (content === undefined) throw new Error(`no ${path}`)
    return content
  }
}

const newer = (text: string) => files({ '/sys/fs/cgroup/cpu.max': text })

describe('the number of processors', () => {
  it('is that of the machine where no quota is set', () => {
    expect(availableCores(8, files({}))).toBe(8)
    expect(availableCores(8, newer('max 100000\n'))).toBe(8)
    expect(availableCores(8, newer('nonsense'))).toBe(8)
  })

  it('is no more than the quota of a container, and at least one', () => {
    expect(availableCores(8, newer('250000 100000\n'))).toBe(2)
    expect(availableCores(8, newer('50000 100000\n'))).toBe(1)
    expect(availableCores(2, newer('800000 100000\n'))).toBe(2)
  })

  it('follows the older control groups, too, where −1 means no quota', () => {
    const older = (quota: string) =>
      files({ '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': quota, '/sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n' })
    expect(availableCores(8, older('300000\n'))).toBe(3)
    expect(availableCores(8, older('-1\n'))).toBe(8)
  })
})
