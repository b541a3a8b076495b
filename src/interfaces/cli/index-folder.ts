import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { reasonOf } from './input.ts'
import { UsageError } from './report-error.ts'

/**
 * Makes the folder that an index is to stand in.
 * @throws UsageError when that cannot be done.
 */
export async function createFolderOf(path: string): Promise<void> {
  try {
    await createFolder(dirname(path))
  } catch (error) {
    throw new UsageError(`the folder of ${path} cannot be created: ${reasonOf(error)}`)
  }
}

/** One folder after another: Node's recursive form never ends where a folder above is there and yet nothing can be made in it, as below `/proc`. */
async function createFolder(path: string): Promise<void> {
  if ((await isFolder(path)) || dirname(path) === path) return
  await createFolder(dirname(path))
  try {
    await mkdir(path)
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!(await isFolder(path))) throw error
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found?.isDirectory() === true
}
