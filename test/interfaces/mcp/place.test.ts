import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { citationUrl, documentUrl, parseDocumentUrl, parsePlace } from '../../../src/interfaces/mcp/place.ts'

const name = fc.string({ minLength: 1, unit: 'grapheme' })

describe('the address of a document', () => {
  it('leads back to it, whatever its uri, and no client that reads it as a URL changes it', () => {
    fc.assert(
      fc.property(name, name, (collection, uri) => {
        fc.pre(!/^\.{1,2}$/.test(collection) && !/^\.{1,2}$/.test(uri))
        const address = documentUrl(collection, uri)
        expect(parseDocumentUrl(address)).toEqual({ ref: uri, collection })
        expect(new URL(address).href).toBe(address)
        expect(parseDocumentUrl(documentUrl(collection, uri, '3-14'))).toEqual({ ref: `${uri}#3-14`, collection })
      }),
      { numRuns: 500 },
    )
  })

  it('is that on the web where the document has one', () => {
    expect(citationUrl('default', 'https://example.org/a', 'f#1-2')).toBe('https://example.org/a')
    expect(citationUrl('default', 'a/b.md', 'f#1-2')).toBe('packgraph:///default/a%2Fb.md#1-2')
  })
})

describe('a place', () => {
  it.each([
    ['ab12cd34#5-9', { ref: 'ab12cd34#5-9' }],
    ['guides/start.md', { ref: 'guides/start.md' }],
    ['<!-- pg:src=ab12cd34#5-9 -->', { ref: 'ab12cd34#5-9' }],
    ['pg:src=ab12cd34#5-9', { ref: 'ab12cd34#5-9' }],
    [' packgraph:///notes/a%2Fb.md#5-9\n', { ref: 'a/b.md#5-9', collection: 'notes' }],
    ['packgraph:///notes/a/b.md', { ref: 'packgraph:///notes/a/b.md' }],
  ])('is read from %j', (text, place) => {
    expect(parsePlace(text)).toEqual(place)
  })
})
