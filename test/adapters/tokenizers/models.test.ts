import { describe, expect, it } from 'vitest'
import { encodingOfModel, isKnownModel, knownModels } from '../../../src/adapters/tokenizers/models.ts'
import type { PackgraphError } from '../../../src/domain/errors.ts'

function errorOf(model: string): PackgraphError {
  try {
    encodingOfModel(model)
  } catch (error) {
    return error as PackgraphError
  }
  throw new Error(`${model} has an encoding`)
}

describe('the table of models', () => {
  it.each([
    ['gpt-5', 'o200k_base'],
    ['gpt-5-mini', 'o200k_base'],
    ['gpt-5.1-codex', 'o200k_base'],
    ['gpt-4.1-nano', 'o200k_base'],
    ['gpt-4o', 'o200k_base'],
    ['gpt-4o-mini-2024-07-18', 'o200k_base'],
    ['chatgpt-4o-latest', 'o200k_base'],
    ['o1', 'o200k_base'],
    ['o1-preview', 'o200k_base'],
    ['o3-pro', 'o200k_base'],
    ['o4-mini', 'o200k_base'],
    ['gpt-oss-20b', 'o200k_base'],
    ['openai/gpt-4o', 'o200k_base'],
    ['ft:gpt-4o-2024-08-06:org::id', 'o200k_base'],
    ['gpt-4', 'cl100k_base'],
    ['gpt-4-0613', 'cl100k_base'],
    ['gpt-4-turbo', 'cl100k_base'],
    ['gpt-3.5-turbo-0125', 'cl100k_base'],
    ['gpt-35-turbo', 'cl100k_base'],
    ['ft:gpt-3.5-turbo:org', 'cl100k_base'],
    ['text-embedding-3-small', 'cl100k_base'],
    ['text-embedding-ada-002', 'cl100k_base'],
    ['text-davinci-003', 'p50k_base'],
    ['code-davinci-edit-001', 'p50k_edit'],
    ['davinci', 'r50k_base'],
    ['gpt2', 'gpt2'],
  ])('gives %s the encoding %s', (model, encoding) => {
    expect(encodingOfModel(model)).toBe(encoding)
    expect(isKnownModel(model)).toBe(true)
  })

  it.each(['', 'gpt-6', 'gpt-4.2', 'gpt-5x', 'o5', 'gpt', 'GPT-4o', 'toString'])('does not guess for %j', (model) => {
    expect(isKnownModel(model)).toBe(false)
    expect(errorOf(model)).toMatchObject({ code: 'UNKNOWN_MODEL', facts: { model, known: knownModels() } })
  })

  it('names the model that was nearly written, and all that are known', () => {
    const { hint } = errorOf('gpt4o')
    expect(hint).toMatch(/^Did you mean 'gpt-4o'\? /)
    for (const model of knownModels()) expect(hint).toContain(model)
  })

  it.each([
    ['meta-llama/Llama-3.1-8B-Instruct', 'Llama'],
    ['qwen3-32b', 'Qwen'],
    ['deepseek-chat', 'DeepSeek'],
    ['mistral-large-latest', 'Mistral'],
    ['google/gemma-3-27b', 'Gemma'],
  ])('tells which file has the tokenizer of %s', (model, family) => {
    expect(errorOf(model)).toMatchObject({ code: 'UNKNOWN_MODEL', facts: { model, family } })
    expect(errorOf(model).hint).toContain('hf:<path to tokenizer.json>')
  })

  it.each([
    ['claude-sonnet-4-5', 'Claude'],
    ['gemini-2.5-pro', 'Gemini'],
  ])('says that %s has no published tokenizer', (model, family) => {
    expect(errorOf(model).facts).toEqual({ model, family })
    expect(errorOf(model).hint).toContain(`No tokenizer is published for current ${family} models`)
  })
})
