import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

/** A folder that lives as long as a file's tests. */
export function temporaryFolder(): { readonly path: (name: string) => string } {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'packgraph-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return { path: (name) => join(folder, name) }
}
