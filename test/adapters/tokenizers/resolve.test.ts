import { describe, expect, it } from 'vitest'
import { knownTokenizers, resolveModel, resolveTokenizer } from '../../../src/adapters/tokenizers/resolve.ts'
import { CLAUDE_FOLDER } from './support/hf-folders.ts'

describe('resolving a tokenizer', () => {
  it.each([
    ['heuristic', 'heuristic@1'],
    ['heuristic@1', 'heuristic@1'],
    ['tiktoken:o200k_base', 'tiktoken:o200k_base'],
    ['tiktoken:gpt2', 'tiktoken:gpt2'],
  ])('finds %s as %s', async (name, identity) => {
    expect((await resolveTokenizer(name)).identity).toBe(identity)
  })

  it('knows each of the names that it lists, but for the one with a path', async () => {
    const names = knownTokenizers()
    for (const name of names.slice(0, -1)) await expect(resolveTokenizer(name)).resolves.toBeDefined()
    expect(names.at(-1)).toBe('hf:<path to tokenizer.json>')
  })

  it('loads a vocabulary once', async () => {
    const [first, second] = await Promise.all([resolveTokenizer('tiktoken:o200k_base'), resolveModel('gpt-4o')])
    expect(second).toBe(first)
    const folder = await resolveTokenizer(`hf:${CLAUDE_FOLDER}`)
    expect(await resolveTokenizer(`hf:${CLAUDE_FOLDER}/tokenizer.json`)).toBe(folder)
  })

  it.each([
    ['heuristics', 'heuristic'],
    ['tiktoken:o200k_bse', 'tiktoken:o200k_base'],
    ['TIKTOKEN:o200k_base', 'tiktoken:o200k_base'],
    ['cl100k_base', 'tiktoken:cl100k_base'],
  ])('suggests the nearest name for %s', async (name, nearest) => {
    await expect(resolveTokenizer(name)).rejects.toMatchObject({
      code: 'UNKNOWN_TOKENIZER',
      facts: { tokenizer: name, nearest },
      hint: expect.stringContaining(`Did you mean '${nearest}'? Known are heuristic, `),
    })
  })

  it.each(['', 'hf:', 'tiktoken:', 'something else entirely', '__proto__'])('refuses %j', async (name) => {
    await expect(resolveTokenizer(name)).rejects.toMatchObject({
      code: 'UNKNOWN_TOKENIZER',
      facts: { tokenizer: name },
    })
  })

  it('recognises the name of a model', async () => {
    await expect(resolveTokenizer('gpt-4')).rejects.toMatchObject({
      code: 'UNKNOWN_TOKENIZER',
      hint: expect.stringContaining("name its tokenizer 'tiktoken:cl100k_base'"),
    })
  })
})

describe('resolving a model', () => {
  it('gives its exact tokenizer', async () => {
    expect(await resolveModel('gpt-4-turbo')).toMatchObject({ identity: 'tiktoken:cl100k_base', exactness: 'exact' })
  })

  it('refuses a model that it does not know', async () => {
    await expect(resolveModel('claude-opus-4')).rejects.toMatchObject({ code: 'UNKNOWN_MODEL' })
  })
})
