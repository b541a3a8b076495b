import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createKernel } from '../../../src/adapters/vectors/exact/kernel.ts'

const ROOT = new URL('../../../', import.meta.url)

describe('the vector kernel', () => {
  it('is checked in as the bytes that its source assembles to', () => {
    const folder = mkdtempSync(join(tmpdir(), 'packgraph-kernel-'))
    try {
      const output = join(folder, 'kernel.wasm')
      execFileSync(process.execPath, [fileURLToPath(new URL('scripts/build-kernel.mjs', ROOT)), output])
      const checkedIn = readFileSync(new URL('src/adapters/vectors/exact/kernel.wasm', ROOT))
      expect(readFileSync(output).equals(checkedIn)).toBe(true)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('reports the rows that reach the floor with estimate plus error, and no others', () => {
    const { memory, scan } = createKernel()
    const [rowsAddress, hitsAddress, dimensions, rowBytes] = [1_024, 512, 16, 24]
    new Int16Array(memory.buffer).set([100, -3, 7], 0)
    const rows: readonly (readonly [error: number, ...values: number[]])[] = [
      [0, 1, 1, 1], // 104
      [0, -128, 0, 0], // −12,800
      [5, 0, -33, 0], // 99, which its error lifts to 104
      [4, 0, -33, 0], // 99, which stays below
      [0, 127, -128, 127], // 13,973
    ]
    rows.forEach(([error, ...values], row) => {
      const address = rowsAddress + row * rowBytes
      new Float32Array(memory.buffer, address, 2).set([0.5, error])
      new Int8Array(memory.buffer).set(values, address + 8)
    })
    // The query's scale of 2 undoes the rows' scale of one half.
    expect(scan(0, dimensions, rowsAddress, rows.length, 2, 104, hitsAddress)).toBe(3)
    const numbers = new Int32Array(memory.buffer, hitsAddress, 6)
    const estimates = new Float32Array(memory.buffer, hitsAddress, 6)
    expect([0, 1, 2].map((hit) => [numbers[2 * hit], estimates[2 * hit + 1]])).toEqual([
      [0, 104],
      [2, 99],
      [4, 13_973],
    ])
    expect(scan(0, dimensions, rowsAddress, 0, 2, 0, hitsAddress)).toBe(0)
  })

  it('reads rows beyond 2 GiB', () => {
    const { memory, scan } = createKernel()
    memory.grow(45_000)
    const address = 2_900_000_000
    new Int16Array(memory.buffer).set([3], 0)
    new Float32Array(memory.buffer, address, 2).set([1, 0])
    new Int8Array(memory.buffer, address + 8, 1).set([-5])
    expect(scan(0, 16, address, 1, 1, -100, 512)).toBe(1)
    expect(new Float32Array(memory.buffer, 516, 1)[0]).toBe(-15)
  })
})
