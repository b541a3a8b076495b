import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { reasonOf } from './input.ts'
import { UsageError } from './report-error.ts'

/**
 * Makes the folder that an index is to stand in.
 * @throws UsageError when that cannot be done.
 */
export async function createFolderOf(path: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true })
  } catch (error) {
    throw new UsageError(`the folder of ${path} cannot be created: ${reasonOf(error)}`)
  }
}
