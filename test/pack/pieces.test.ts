import { describe, expect, it } from 'vitest'
import { cutIntoPieces } from '../../src/pack/pieces.ts'
import { libraryOf, type UnitSketch } from './support/candidates.ts'

function piecesOf(unit: UnitSketch, mediaType = 'text/markdown'): readonly (string | { readonly fixed: string })[] {
  const [candidate] = libraryOf([{ uri: 'a.md', units: [unit] }]).candidates
  const { hyperedge } = candidate!
  return cutIntoPieces(hyperedge, mediaType).map(({ start, end, fixed }) =>
    fixed ? { fixed: hyperedge.text.slice(start, end) } : hyperedge.text.slice(start, end),
  )
}

describe('cutIntoPieces', () => {
  it('cuts a passage at sentences, without the white space between them', () => {
    expect(piecesOf({ text: 'One came.  Two went!\n\nThree stayed.' })).toEqual([
      'One came.',
      'Two went!',
      'Three stayed.',
    ])
  })

  it('keeps a hard-wrapped sentence together', () => {
    const wrapped = 'The mill stood by the river for two hundred years before\nit burned down. Nobody rebuilt it.'
    expect(piecesOf({ text: wrapped })).toEqual([wrapped.slice(0, wrapped.indexOf(' Nobody')), 'Nobody rebuilt it.'])
  })

  it('cuts a list at its outermost items and leaves nested items and continuation lines with them', () => {
    const text = '- one\n  - nested\n  more\n- two\n\n- three'
    expect(piecesOf({ kind: 'list', text })).toEqual(['- one\n  - nested\n  more', '- two', '- three'])
  })

  it('cuts a table at rows and keeps its header', () => {
    const text = '| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |'
    expect(piecesOf({ kind: 'table', text })).toEqual([
      { fixed: '| a | b |' },
      { fixed: '|---|---|' },
      '| 1 | 2 |',
      '| 3 | 4 |',
    ])
  })

  it('takes no row of a later piece of a table for its header', () => {
    expect(piecesOf({ kind: 'table', text: '| 1 |\n| 2 |', opening: '| a |\n|---|\n' })).toEqual(['| 1 |', '| 2 |'])
  })

  it('cuts an HTML table at its rows, however many lines they take', () => {
    const text = '<table>\n<tr>\n<th>a</th>\n</tr>\n<tr>\n<td>1</td>\n</tr>\n</table>'
    expect(piecesOf({ kind: 'table', text }, 'text/html')).toEqual([
      { fixed: '<table>' },
      '<tr>\n<th>a</th>\n</tr>',
      '<tr>\n<td>1</td>\n</tr>\n</table>',
    ])
  })

  it('keeps a CSV record with line breaks in a cell whole, and the first record as header', () => {
    const text = 'id,note\n1,"two\nlines ""quoted"""\n2,plain'
    expect(piecesOf({ kind: 'data', text }, 'text/csv')).toEqual([
      { fixed: 'id,note' },
      '1,"two\nlines ""quoted"""',
      '2,plain',
    ])
  })

  it('cuts code at lines, keeps indentation, and keeps the fences', () => {
    const text = '```ts\nfunction a() {\n\n  return 1\r\n}\n```'
    expect(piecesOf({ kind: 'code', text })).toEqual([
      { fixed: '```ts' },
      'function a() {',
      '  return 1',
      '}',
      { fixed: '```' },
    ])
  })

  it('makes nothing of white space', () => {
    expect(piecesOf({ text: ' \n\n ' })).toEqual([])
    expect(piecesOf({ kind: 'code', text: '\n \n' })).toEqual([])
  })
})
