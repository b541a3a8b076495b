import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packPreparations } from '../../../src/adapters/workers/pack-preparations.ts'
import { unpackPreparations } from '../../../src/adapters/workers/unpack-preparations.ts'
import type { HyperedgeSketch, Preparation } from '../../../src/ports/document-preparer.ts'

const text = fc.oneof(
  fc.constantFrom('', 'Salt Lake City', 'Übermaß 𝄞', '# Heading\n'),
  fc.string({ unit: 'grapheme' }),
)
const count = fc.nat({ max: 9_000_000 })

const incidence = fc.record(
  {
    entity: text,
    weight: fc.double({ min: 0, noNaN: true }),
    sentences: fc.array(count, { maxLength: 4 }),
    owned: fc.constantFrom<HyperedgeSketch['incidences'][number]['owned'][]>(false, 'title', 'lead'),
  },
  { noNullPrototype: true },
)

const sketch: fc.Arbitrary<HyperedgeSketch> = fc.record(
  {
    kind: fc.constantFrom<HyperedgeSketch['kind'][]>('passage', 'list', 'table', 'code', 'data'),
    ordinal: count,
    span: fc.record({ start: count, end: count }, { noNullPrototype: true }),
    text,
    headingPath: fc.oneof(fc.constant(['Guide', 'Start']), fc.array(text, { maxLength: 3 })),
    opening: text,
    closing: text,
    textHash: text,
    incidences: fc.array(incidence, { maxLength: 4 }),
    tokenCost: fc.record({ tokens: fc.double({ min: 0, noNaN: true }), tokenizer: text }, { noNullPrototype: true }),
    embedding: fc.float32Array({ maxLength: 4 }),
  },
  {
    noNullPrototype: true,
    requiredKeys: ['kind', 'ordinal', 'span', 'text', 'headingPath', 'opening', 'closing', 'textHash', 'incidences'],
  },
)

const preparation: fc.Arbitrary<Preparation> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ undecodable: text }, { noNullPrototype: true }) },
  {
    weight: 4,
    arbitrary: fc.record(
      {
        encoding: fc.constantFrom('utf-8' as const, 'utf-16le' as const),
        title: text,
        hyperedges: fc.array(sketch, { maxLength: 4 }),
      },
      { noNullPrototype: true },
    ),
  },
)

/** As they are after the way from one thread to another. */
function sent(preparations: readonly Preparation[]): readonly Preparation[] {
  return unpackPreparations(structuredClone(packPreparations(preparations)))
}

/** What can be read of a preparation, as a plain value. */
function read(preparation: Preparation): Preparation {
  if (!('hyperedges' in preparation)) return preparation
  const { encoding, title, hyperedges } = preparation
  return { encoding, title, hyperedges }
}

describe('packed preparations', () => {
  it('are unpacked as they were, whatever they lack (property)', () => {
    fc.assert(
      fc.property(fc.array(preparation, { maxLength: 4 }), (preparations) => {
        expect(sent(preparations).map(read)).toStrictEqual(preparations)
      }),
      { numRuns: 300 },
    )
  })

  it('are read in any order and as often as one likes', () => {
    const [first, second] = sent([documentOf('One'), documentOf('Two')])
    expect(second).toHaveProperty('hyperedges.0.text', 'Two')
    expect(first).toHaveProperty('hyperedges.0.text', 'One')
    expect(read(second!)).toStrictEqual(documentOf('Two'))
    expect(read(second!)).toStrictEqual(documentOf('Two'))
  })

  it('send embeddings that lie in one memory as they lie, and not what else is in it', () => {
    const memory = Float32Array.from([1, 2, 3, 4])
    const together = [documentOf('A', memory.subarray(0, 2)), documentOf('B', memory.subarray(2, 4))]
    expect(packPreparations(together).values.buffer).toBe(memory.buffer)
    expect(packPreparations(together.slice(0, 1)).values.buffer.byteLength).toBe(8)
    expect(packPreparations(together.toReversed()).values).toEqual(Float32Array.from([3, 4, 1, 2]))
  })
})

function documentOf(unit: string, embedding?: Float32Array): Preparation {
  const hyperedge: HyperedgeSketch = {
    kind: 'passage',
    ordinal: 0,
    span: { start: 0, end: unit.length },
    text: unit,
    headingPath: [],
    opening: '',
    closing: '',
    textHash: `hash of ${unit}`,
    incidences: [{ entity: unit.toLowerCase(), weight: 1, sentences: [0], owned: 'lead' }],
    ...(embedding && { embedding }),
  }
  return { encoding: 'utf-8', title: unit, hyperedges: [hyperedge] }
}
