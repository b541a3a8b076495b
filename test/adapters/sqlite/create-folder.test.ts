import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFolder } from '../../../src/adapters/sqlite/create-folder.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

describe('Making the folder of an index', () => {
  const folder = temporaryFolder()

  it('makes those above it that are missing, and leaves one that is there', () => {
    const path = join(folder.path('a'), 'b', 'c')
    createFolder(path)
    createFolder(path)
    expect(statSync(path).isDirectory()).toBe(true)
  })

  it('fails where something else stands in its way', () => {
    const path = folder.path('file')
    writeFileSync(path, '')
    expect(() => createFolder(join(path, 'a'))).toThrow()
  })

  it.skipIf(!existsSync('/proc/self'))('ends where nothing can be made in a folder that is there (needs /proc)', () => {
    expect(() => createFolder('/proc/nope/x')).toThrow(/ENOENT|EACCES|EPERM/)
  })
})
