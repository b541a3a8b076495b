import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

const QUOTA_FILE = '/sys/fs/cgroup/cpu.max'
const OLDER_QUOTA_FILES = ['/sys/fs/cgroup/cpu/cpu.cfs_quota_us', '/sys/fs/cgroup/cpu/cpu.cfs_period_us']

/**
 * How many processors this process may keep busy, at least 1: those of the machine that it may run on, and no more than a container's quota of processor
 * time, which Node 20 does not look at.
 * @param read reads a small file; throws where there is none.
 */
export function availableCores(
  cores: number = availableParallelism(),
  read: (path: string) => string = (path) => readFileSync(path, 'utf8'),
): number {
  return Math.max(1, Math.min(cores, Math.floor(quotaOf(read))))
}

/** Processors' worth of time, of control groups in their second or first version; without end where there is no quota. */
function quotaOf(read: (path: string) => string): number {
  for (const files of [[QUOTA_FILE], OLDER_QUOTA_FILES]) {
    try {
      const [quota, period] = files.flatMap((file) => read(file).trim().split(/\s+/)).map(Number)
      return quota !== undefined && period !== undefined && quota > 0 && period > 0
        ? quota / period
        : Number.POSITIVE_INFINITY
    } catch {
      // Not there: another version, or no control groups at all.
    }
  }
  return Number.POSITIVE_INFINITY
}
