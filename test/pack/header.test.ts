import { describe, expect, it } from 'vitest'
import { documentHeader } from '../../src/pack/header.ts'
import { libraryOf } from './support/candidates.ts'

function headerOf(uri: string, title: string, headingPath: readonly string[]): string {
  const [candidate] = libraryOf([{ uri, title, units: ['x'] }]).candidates
  return documentHeader({ depth: 1 }, 1, candidate!.document, headingPath)
}

describe('the header of a document', () => {
  it('has title, headings and uri, and the title once', () => {
    expect(headerOf('docs/mill.md', 'Mill', ['Mill', 'Care'])).toBe('[1] Mill › Care (docs/mill.md)')
  })

  it.each([[''], ['src/mill.ts'], ['mill.ts']])('has the uri alone when the title is %j', (title) => {
    expect(headerOf('src/mill.ts', title, [])).toBe('[1] src/mill.ts')
    expect(headerOf('src/mill.ts', title, ['Care'])).toBe('[1] src/mill.ts › Care')
  })
})
