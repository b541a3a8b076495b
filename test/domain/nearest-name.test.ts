import { describe, expect, it } from 'vitest'
import { nearestName } from '../../src/domain/nearest-name.ts'

const NAMES = ['index', 'pack', 'search', 'status', 'tiktoken:o200k_base', 'tiktoken:cl100k_base']

describe('the nearest name', () => {
  it.each([
    ['pakc', 'pack'],
    ['serach', 'search'],
    ['STATUS', 'status'],
    ['statu', 'status'],
    ['indexes', 'index'],
    ['tiktoken:o200k', 'tiktoken:o200k_base'],
  ])('for %s is %s', (name, nearest) => {
    expect(nearestName(name, NAMES)).toBe(nearest)
  })

  it('is one that begins or ends with what was written, when none is within few edits', () => {
    expect(nearestName('cl100k_base', NAMES)).toBe('tiktoken:cl100k_base')
    expect(nearestName('tiktoken:', NAMES)).toBe('tiktoken:o200k_base')
  })

  it.each(['elephant', 'x', ''])('for %j is none', (name) => {
    expect(nearestName(name, ['search', 'status'])).toBeUndefined()
  })

  it('is the first of equals', () => {
    expect(nearestName('bat', ['cat', 'hat'])).toBe('cat')
  })
})
