import { expect, test } from 'vitest'
import { cachedCounter } from '../../../src/converse/count/cached-counter.ts'
import { createCountCache } from '../../../src/converse/count/count-cache.ts'

test('a counter with a cache counts each text once, whatever counter comes after it', async () => {
  const cache = createCountCache()
  const counted: string[] = []
  const counter = () => ({
    tokenizer: 'letters',
    count: async (text: string) => {
      counted.push(text)
      return text.length
    },
  })
  expect(await cachedCounter(counter(), cache).count('abc')).toBe(3)
  expect(await cachedCounter(counter(), cache).count('abc')).toBe(3)
  expect(counted).toEqual(['abc'])
  expect(cache.get('words', 'abc')).toBeUndefined()
})

test('a cache forgets what was not asked for lately, and never holds more than its room', () => {
  const cache = createCountCache(1_000)
  cache.set('letters', 'kept', 4)
  for (let index = 0; index < 100; index++) {
    cache.set('letters', `text ${index}`, index)
    expect(cache.get('letters', 'kept')).toBe(4)
  }
  expect(cache.get('letters', 'text 0')).toBeUndefined()
  expect(cache.get('letters', 'text 99')).toBe(99)
  cache.set('letters', 'x'.repeat(501), 501)
  expect(cache.get('letters', 'x'.repeat(501))).toBeUndefined()
  expect(cache.get('letters', 'kept')).toBe(4)
})
