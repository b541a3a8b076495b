import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutIntoPieces } from '../../src/pack/pieces.ts'
import { libraryOf, rankingOf, type UnitSketch } from './support/candidates.ts'
import { pack } from './support/pack.ts'

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

  it('keeps a fence in a passage whole, with the sentence that introduces it', () => {
    const text = 'It is slow. Then do this:\n\n```sh\nrun. Now.\n\nAgain.\n```\n\nDone. Rest.'
    expect(piecesOf({ text })).toEqual([
      'It is slow.',
      'Then do this:\n\n```sh\nrun. Now.\n\nAgain.\n```',
      'Done.',
      'Rest.',
    ])
  })

  it('keeps a fence whole that another fence stands in, that a quote holds, or that never ends', () => {
    const nested = '````md\n```\na. B.\n```\n````'
    const quoted = '> ~~~\n> a. B.\n> ~~~'
    const unclosed = '```\na. B.\n\nC.'
    expect(piecesOf({ text: `One.\n\n${nested}\n\n${quoted}\n\nTwo.\n\n${unclosed}` })).toEqual([
      'One.',
      nested,
      quoted,
      'Two.',
      unclosed,
    ])
  })

  it('keeps a table and a block of HTML in a passage whole', () => {
    const table = '| a | b |\n|---|---|\n| 1. Two | 3 |'
    const html = '<div class="note">\nOne. Two.\n</div>'
    expect(piecesOf({ text: `First. Second:\n\n${table}\n\n${html}\n\nLast.` })).toEqual([
      'First.',
      `Second:\n\n${table}`,
      html,
      'Last.',
    ])
  })

  it('cuts a list in a passage at its items, or keeps it whole with what introduces it', () => {
    const list = '- one. Two\n  - nested\n- three'
    expect(piecesOf({ text: `Prose.\n\n${list}\n\nEnd.` })).toEqual([
      'Prose.',
      '- one. Two\n  - nested',
      '- three',
      'End.',
    ])
    expect(piecesOf({ text: `Prose. As follows:\n\n${list}\n\nEnd.` })).toEqual([
      'Prose.',
      `As follows:\n\n${list}`,
      'End.',
    ])
  })

  it('leaves a wrapped line alone that begins like an item, a tag or a table', () => {
    expect(
      piecesOf({ text: 'It grew to about the number that we know, which is\n- nearly - eight. Then it fell.' }),
    ).toEqual(['It grew to about the number that we know, which is\n- nearly - eight.', 'Then it fell.'])
  })

  it('keeps what introduces a list, code or indented code with whatever is kept of it', () => {
    expect(piecesOf({ kind: 'list', text: 'Take both:\n\n- salt\n- water' })).toEqual([
      { fixed: 'Take both:' },
      '- salt',
      '- water',
    ])
    expect(piecesOf({ kind: 'code', text: 'Run it. So:\n\n```sh\na\nb\n```\n\nDone.' })).toEqual([
      { fixed: 'Run it. So:\n\n```sh' },
      'a',
      'b',
      { fixed: '```\n\nDone.' },
    ])
    expect(piecesOf({ kind: 'code', text: 'Run it:\n\n    a\n    b' })).toEqual([
      { fixed: 'Run it:' },
      '    a',
      '    b',
    ])
  })

  it('takes no line of source code for an introduction', () => {
    expect(piecesOf({ kind: 'code', text: 'def f():\n    pass' }, 'text/x-python')).toEqual(['def f():', '    pass'])
  })

  it('takes each fence of a unit with several for one piece', () => {
    const [first, second] = ['```sh\na\nb\n```', '```sh\nc\n```']
    expect(piecesOf({ kind: 'code', text: `${first}\n\n${second}` })).toEqual([first, second])
  })

  it('does not mistake the end of a cut fence for a beginning', () => {
    expect(piecesOf({ kind: 'code', opening: '```sh\n', text: 'a\nb\n```\n\nDone.' })).toEqual([
      'a',
      'b',
      { fixed: '```\n\nDone.' },
    ])
  })

  it('knows pieces of markup alone', () => {
    const bare = ['<Listing number="8-1">', '```rust\n{{#include ../a.rs}}\n```', '</Listing>', '<!-- note -->', '***']
    const [candidate] = libraryOf([
      { uri: 'a.md', units: [`A vector.\n\n${bare.join('\n\n')}\n\nThe end.`] },
    ]).candidates
    const { hyperedge } = candidate!
    const pieces = cutIntoPieces(hyperedge, 'text/markdown')
    const found = pieces.filter((piece) => piece.bare).map(({ start, end }) => hyperedge.text.slice(start, end))
    expect(found).toEqual(bare)
  })

  it('makes nothing of white space', () => {
    expect(piecesOf({ text: ' \n\n ' })).toEqual([])
    expect(piecesOf({ kind: 'code', text: '\n \n' })).toEqual([])
  })
})

describe('an excerpt of Markdown', () => {
  const isEven = (count: number): boolean => count % 2 === 0
  const fences = ['```sh\nmill --start. Now.\n\nmill --stop\n```', '~~~\n# ```\nflood = 1\n~~~']
  const block = fc.constantFrom(
    ...fences,
    'The mill is old. It was rebuilt twice after floods.',
    'To start the mill, do this:',
    '- open the sluice. Wait.\n- turn the wheel\n\n  ```sh\n  - mill\n  ```',
    '| part | use |\n|---|---|\n| sluice | mill |',
    '<Listing number="1">\n\n</Listing>',
  )
  const kind = fc.constantFrom<UnitSketch['kind'] & string>('passage', 'list', 'code')

  it('holds fences whole and in pairs, and more than markup', async () => {
    const blocks = fc.array(block, { minLength: 2, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(blocks, kind, fc.integer({ min: 25, max: 120 }), async (parts, unitKind, budgetTokens) => {
        const unit = { kind: unitKind, text: parts.join('\n\n') }
        const [candidate] = libraryOf([{ uri: 'a.md', units: [unit] }]).candidates
        const { items } = await pack(rankingOf('start the mill after a flood', [candidate!]), { budgetTokens })
        for (const { text } of items.filter(({ excerpt }) => excerpt)) {
          expect(text.match(/^ *```(?:sh)?$/gm)?.length ?? 0).toSatisfy(isEven)
          expect(text.match(/^~~~$/gm)?.length ?? 0).toSatisfy(isEven)
          const outside = fences.reduce((rest, fence) => rest.replaceAll(fence, ''), text)
          if (unitKind === 'passage') expect(outside).not.toMatch(/mill --|flood = /)
          expect(text.replaceAll('[…]', '')).toMatch(/[a-z]{2}/)
          expect(text).not.toMatch(/\] *(?:```|~~~)|(?:```|~~~) *\[/)
        }
      }),
      { numRuns: 400 },
    )
  })
})
