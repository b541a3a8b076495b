import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const repository = resolve(import.meta.dirname, '../..')

describe('ARCHITECTURE.md', () => {
  const text = readFileSync(join(repository, 'ARCHITECTURE.md'), 'utf8')
  // `### How is a query ranked? — src/retrieve`
  const headings = [...text.matchAll(/^#{2,3} (.+\?) — `src\/([a-z-]+)`$/gm)]

  it('has one heading, a question, for each folder of src and for nothing else', () => {
    const folders = readdirSync(join(repository, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
    expect(headings.map((heading) => heading[2]).sort()).toEqual(folders.sort())
  })
})
