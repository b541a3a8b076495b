import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and what is missing of those above it, one by one from the uppermost. Node's own recursive form never ends where a folder above is there and yet
 * nothing can be made in it, as below `/proc`.
 * @throws the error of the file system for the first that cannot be made.
 */
export function createFolder(path: string): void {
  const missing: string[] = []
  let folder = path
  while (statSync(folder, { throwIfNoEntry: false }) === undefined && dirname(folder) !== folder) {
    missing.push(folder)
    folder = dirname(folder)
  }
  for (const each of missing.reverse()) makeUnlessThere(each)
}

function makeUnlessThere(path: string): void {
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
