import { describe, expect, it } from 'vitest'
import { isShadowed, shadowKey } from '../../src/converse/shadow-sample.ts'

const KEYS = Array.from({ length: 20_000 }, (_, turn) => shadowKey({ model: 'm', messages: [{ role: 'user', turn }] }))

describe('the shadow sample', () => {
  it.each([2, 10, 50])('has 1 in %i of many requests, within four standard deviations', (oneIn) => {
    const expected = KEYS.length / oneIn
    const found = KEYS.filter((key) => isShadowed(key, oneIn)).length
    expect(Math.abs(found - expected)).toBeLessThan(4 * Math.sqrt(expected * (1 - 1 / oneIn)))
  })

  it('answers alike for the same request, whatever the order of its keys', () => {
    expect(shadowKey({ b: 1, a: [2] })).toBe(shadowKey({ a: [2], b: 1 }))
    expect(shadowKey({ a: [2, 3] })).not.toBe(shadowKey({ a: [3, 2] }))
  })

  it('has all, or none, where that is asked', () => {
    expect(KEYS.every((key) => isShadowed(key, 1))).toBe(true)
    expect(KEYS.some((key) => isShadowed(key, 0))).toBe(false)
  })

  it('has whoever is in a smaller sample in every larger one', () => {
    expect(KEYS.filter((key) => isShadowed(key, 50)).every((key) => isShadowed(key, 10))).toBe(true)
  })
})
