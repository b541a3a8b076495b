import { describe, expect, it } from 'vitest'
import { delimitedTextReader } from '../../../src/adapters/readers/delimited-text.ts'
import { createJsonReader } from '../../../src/adapters/readers/json/json-reader.ts'
import { mediaTypeOf } from '../../../src/adapters/readers/media-types.ts'
import { plainTextReader } from '../../../src/adapters/readers/plain-text.ts'
import { sourceCodeReader } from '../../../src/adapters/readers/source-code.ts'
import { structureReaders } from '../../../src/adapters/readers/structure-readers.ts'
import type { StructureReader } from '../../../src/ports/structure-reader.ts'
import { describeStructureReader } from '../../contracts/structure-reader-contract.ts'

const CODE = `import os

# Comment of the class
@decorated
class First:
    def one(self):
        a = 1

        return a

    def two(self):
        pass
def next_one():
    if a:
        b
    else:
        c
`
const C_CODE = 'int f() {\n  x;\n}\nint g() {\n  y;\n}\n'

describeStructureReader('the plain text reader', plainTextReader, [
  'One\ntwo\n\nthree\r\n\r\nfour\rfive',
  '2024-01-01 a\n2024-01-02 b\n',
])
describeStructureReader('the source code reader', sourceCodeReader, [CODE, C_CODE])
describeStructureReader('the JSON reader', createJsonReader(), [
  '{"a": [1, {"b": null}], "c": "x\\"y"}',
  '// c\n[1, 2,]',
  '{"a": [}',
  '"\\ud800"',
])
describeStructureReader('the delimited text reader', delimitedTextReader, [
  'a,b\n1,"x\ny"\n2,"z ""q"""\n',
  'a\tb\r\n1\t2\r\n',
  'a,"never\nclosed\n',
])

/** Starts of what each level cuts off, one string a level. */
function cuts(reader: StructureReader, text: string): string[][] {
  return (reader.read(text).blocks[0]?.cuts ?? []).map((level) =>
    level.map((cut) => text.slice(cut).trimStart().split('\n')[0] ?? ''),
  )
}

describe('the plain text reader', () => {
  it('makes paragraphs of what stands between blank lines, whatever the line endings', () => {
    const text = 'One\ntwo\n \nthree\r\n\r\nfour\r\rfive'
    const { blocks } = plainTextReader.read(text)
    expect(blocks.map(({ start, end }) => text.slice(start, end))).toEqual(['One\ntwo', 'three', 'four', 'five'])
  })

  it('cuts a log at its entries, and prose not at its lines', () => {
    expect(cuts(plainTextReader, '2024-01-01 one\n  detail\n2024-01-02 two\n2024-01-03 three')).toEqual([
      ['2024-01-01 one', '2024-01-02 two', '2024-01-03 three'],
    ])
    expect(cuts(plainTextReader, 'Prose that is\nwrapped at some\ncolumn.')).toEqual([])
  })
})

describe('the source code reader', () => {
  it('cuts before top-level declarations with their comments, then members, then at blank lines', () => {
    expect(cuts(sourceCodeReader, CODE)).toEqual([
      ['# Comment of the class'],
      ['# Comment of the class', 'def two(self):'],
      ['# Comment of the class', 'return a', 'def two(self):'],
    ])
  })

  it('cuts between functions that no blank line divides', () => {
    expect(cuts(sourceCodeReader, C_CODE)[0]).toEqual(['int g() {'])
  })
})

describe('the JSON reader', () => {
  it('cuts between members of the root, then of what is in them', () => {
    expect(cuts(createJsonReader(), '{"a": [1, 2],\n"b": {"c": 3},\n"a": 4}').slice(0, 2)).toEqual([
      ['"a": [1, 2],', '"b": {"c": 3},', '"a": 4}'],
      ['1, 2],', '2],', '"c": 3},'],
    ])
  })

  it.each(['{"a": [1, 2}', '{"a": 1', '[1] ]', 'nope', '{"a": "never closed}'])(
    'leaves %j to be cut at lines',
    (text) => {
      expect(createJsonReader().read(text).blocks).toEqual([{ kind: 'data', start: 0, end: text.length }])
    },
  )
})

describe('the delimited text reader', () => {
  it('cuts at rows and not at line breaks in quotes', () => {
    const text = 'id,note\n1,"a\nb"\n2,"say ""c""\nd"\n3,5" pipe\n4,x\n'
    expect(cuts(delimitedTextReader, text)).toEqual([['2,"say ""c""', '3,5" pipe', '4,x']])
    expect(delimitedTextReader.read(text).blocks[0]?.opening).toBe('id,note\n')
  })

  it('takes every line for a row when a quote is never closed', () => {
    expect(cuts(delimitedTextReader, 'a,b\n1,"x\n2,y\n3,z')).toEqual([['2,y', '3,z']])
  })
})

describe('mediaTypeOf', () => {
  it.each([
    ['docs/Guide.MD', 'text/markdown'],
    ['a/b.rs', 'text/x-source'],
    ['page.html?x=1#top', 'text/html'],
    ['C#.md', 'text/markdown'],
    ['data.csv', 'text/csv'],
    ['package.json', 'application/json'],
    ['Makefile', 'text/x-source'],
    ['LICENSE', 'text/plain'],
    ['.gitignore', 'text/x-source'],
    ['no-extension', undefined],
    ['ht0001', undefined],
    ['md', undefined],
    ['', undefined],
  ])('knows %j as %s', (uri, mediaType) => {
    expect(mediaTypeOf(uri)).toBe(mediaType)
  })

  it('names only media types that somebody reads', () => {
    const read = new Set(structureReaders.flatMap((reader) => reader.mediaTypes))
    for (const uri of ['a.md', 'a.txt', 'a.html', 'a.csv', 'a.tsv', 'a.json', 'a.ts'])
      expect(read).toContain(mediaTypeOf(uri))
  })
})
