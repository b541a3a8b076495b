import { describe, expect, it } from 'vitest'
import { findSharedEntities } from '../../../src/adapters/hypergraph/entity-table.ts'
import { IncidenceRowsBuilder } from '../../../src/adapters/hypergraph/incidence-rows.ts'
import { findOwnNames, joinNames } from '../../../src/adapters/hypergraph/name-table.ts'
import { NumberList, words } from '../../../src/adapters/hypergraph/number-list.ts'
import { Pacer } from '../../../src/adapters/hypergraph/pacer.ts'
import { invertRows, RowsBuilder } from '../../../src/adapters/hypergraph/rows.ts'
import { StringTable } from '../../../src/adapters/hypergraph/string-table.ts'
import { Vocabulary } from '../../../src/adapters/hypergraph/vocabulary.ts'
import { WordStreamBuilder } from '../../../src/adapters/hypergraph/word-stream.ts'

const ITEMS = 20_000
/** So many pieces of work may come between two looks at the clock, whatever each of them costs. */
const MOST_BETWEEN_LOOKS = 512

/** Counts how often the work looks whether others are waiting. */
class WatchedPacer extends Pacer {
  looks = 0

  override async breathe(): Promise<void> {
    this.looks++
  }
}

async function expectLooks(passes: number, work: (pacer: Pacer) => Promise<unknown>): Promise<void> {
  const pacer = new WatchedPacer()
  await work(pacer)
  expect(pacer.looks).toBeGreaterThanOrEqual(Math.floor((passes * ITEMS) / MOST_BETWEEN_LOOKS))
}

function rowsOf(width: number) {
  const builder = new RowsBuilder()
  for (let row = 0; row < ITEMS; row++) {
    for (let at = 0; at < width; at++) builder.push((row * 7 + at) % ITEMS)
    builder.endRow()
  }
  return builder.build()
}

const names = (() => {
  const table = new StringTable()
  for (let name = 0; name < ITEMS; name++) table.intern(`name ${name}`)
  return table
})()

const incidences = (() => {
  const builder = new IncidenceRowsBuilder()
  for (let unit = 0; unit < ITEMS; unit++) {
    builder.push(unit, 'title', [])
    builder.endRow()
  }
  return builder.build()
})()

describe('long work on a view', () => {
  it('looks for others while it counts values, adds them up and turns rows around', async () => {
    await expectLooks(4, (pacer) => invertRows(rowsOf(2), ITEMS, pacer))
  })

  it('looks for others while it paves the way from strings to numbers', async () => {
    const packed = new StringTable(names.pack())
    await expectLooks(1, (pacer) => packed.pave(pacer))
    expect(packed.find(`name ${ITEMS - 1}`)).toBe(ITEMS - 1)
  })

  it('finds strings that came while the way was paved', async () => {
    const packed = new StringTable(names.pack())
    let added = -1
    class AddingPacer extends Pacer {
      override async breathe(): Promise<void> {
        if (added < 0) added = packed.intern('a latecomer')
      }
    }
    await packed.pave(new AddingPacer())
    expect([added, packed.find('a latecomer'), packed.find('name 7')]).toEqual([ITEMS, ITEMS, 7])
  })

  it('looks for others while it finds entities and names and joins them', async () => {
    await expectLooks(2, (pacer) => findSharedEntities(incidences, names, pacer))
    const stream = new WordStreamBuilder().build()
    const found = await findOwnNames(incidences, names, new Vocabulary(), stream, new Pacer())
    await expectLooks(4, (pacer) => joinNames(found, ITEMS, new Uint32Array(ITEMS), pacer))
  })

  it('does not copy everything for a few more numbers than there were', () => {
    const list = new NumberList(words, ITEMS)
    for (let number = 0; number < ITEMS; number++) list.push(number)
    const { buffer } = list.view()
    for (let number = 0; number < ITEMS / 50; number++) list.push(number)
    expect(list.view().buffer).toBe(buffer)
    expect(list.toArray().buffer).toBe(buffer)
  })
})
