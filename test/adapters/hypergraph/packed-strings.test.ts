import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ArrayReader, ArrayWriter } from '../../../src/adapters/hypergraph/array-set.ts'
import { Pacer } from '../../../src/adapters/hypergraph/pacer.ts'
import { PackedStringReader, packStrings } from '../../../src/adapters/hypergraph/packed-strings.ts'
import { StringTable } from '../../../src/adapters/hypergraph/string-table.ts'

/** Of one byte, of two, and halves of surrogate pairs. */
const string = fc.string({ unit: fc.constantFrom('a', 'é', 'ÿ', 'Ā', '京', '\ud83d', '\udc4d'), maxLength: 5 })
const narrow = fc.string({ unit: fc.constantFrom('a', 'é', 'ÿ'), maxLength: 5 })
const strings = fc.oneof(fc.array(string), fc.array(narrow))

describe('packed strings', () => {
  it('are the strings that were packed, also when more come later and when they were saved in between (property)', () => {
    fc.assert(
      fc.property(strings, strings, (first, later) => {
        const writer = new ArrayWriter()
        writer.addStrings('some', packStrings(first))
        const read = new ArrayReader(writer.arrays).strings('some')
        const reader = new PackedStringReader(packStrings(later, read))
        expect(reader.size).toBe(first.length + later.length)
        expect(Array.from({ length: reader.size }, (_, id) => reader.at(id))).toEqual([...first, ...later])
      }),
    )
  })

  it('take one byte a character where that is enough', () => {
    expect(packStrings(['é', 'ab']).bytes).toHaveLength(3)
    expect(packStrings(['é', 'Ā']).bytes).toHaveLength(4)
    expect(packStrings(['Ā'], packStrings(['é', 'ab'])).bytes).toHaveLength(8)
  })

  it('may be longer together than any string', () => {
    const million = 'x'.repeat(1 << 20)
    const packed = packStrings(Array.from({ length: 600 }, () => million))
    expect(packed.bytes.length).toBeGreaterThan(0x1fffffe8)
    expect(new PackedStringReader(packed).at(599)).toBe(million)
  })
})

describe('a table of strings', () => {
  it('knows its numbers after it was saved, whether the way to them was paved before or is when it is taken', async () => {
    const table = new StringTable()
    for (const text of ['b', 'a', 'Ā']) table.intern(text)
    const paved = new StringTable(table.pack())
    await paved.pave(new Pacer())
    for (const again of [paved, new StringTable(table.pack())]) {
      expect([again.find('a'), again.find('c'), again.intern('Ā'), again.intern('c')]).toEqual([1, undefined, 2, 3])
    }
  })

  it('loses no string that comes while the way is being paved', async () => {
    const table = new StringTable(packStrings(Array.from({ length: 2_000 }, (_, id) => `${id}`)))
    const paving = table.pave(new Pacer())
    const id = table.intern('new')
    await paving
    expect([table.find('new'), table.find('1999'), table.intern('new')]).toEqual([id, 1_999, id])
  })
})
