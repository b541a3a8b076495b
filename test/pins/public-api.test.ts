import { describe, expect, it } from 'vitest'
import * as packgraph from '../../src/index.ts'

describe('the public API', () => {
  it('exports these values and no others', () => {
    expect(Object.keys(packgraph).sort()).toEqual([
      'BudgetError',
      'CASCADE_LEVELS',
      'DEFAULT_SLIM_LIMITS',
      'DIALECTS',
      'ERROR_CODES',
      'FAULT_KINDS',
      'LEDGER_KINDS',
      'PackgraphError',
      'SEGMENT_CLASSES',
      'UNIT_LEVELS',
      'cacheProfiles',
      'countRequest',
      'countTokens',
      'effectiveTokens',
      'expandTable',
      'extractSentences',
      'formatReference',
      'knownModels',
      'knownTokenizers',
      'openIndex',
      'openOpenAiEmbedder',
      'openOpenAiSummarizer',
      'openTransformersEmbedder',
      'parseReference',
    ])
  })

  it('has these error codes and no others', () => {
    expect(packgraph.ERROR_CODES).toEqual([
      'BUDGET',
      'CANCELLED',
      'DECODE',
      'EMBEDDER_FAILED',
      'EMBEDDER_MISMATCH',
      'EMBEDDER_UNAVAILABLE',
      'INDEX_BUSY',
      'INDEX_CLOSED',
      'INDEX_GONE',
      'INDEX_INVALID',
      'INDEX_IO',
      'INDEX_NEWER',
      'INDEX_NOT_FOUND',
      'INDEX_READ_ONLY',
      'INPUT',
      'INVALID_OPTION',
      'INVALID_REFERENCE',
      'NOT_FOUND',
      'REQUEST_INVALID',
      'SUMMARIZER_FAILED',
      'TOKENIZER_FAILED',
      'TOKENIZER_REQUIRED',
      'TOKENIZER_UNAVAILABLE',
      'UNKNOWN_MODEL',
      'UNKNOWN_TOKENIZER',
      'WORKER_FAILED',
    ])
  })
  it('names these kinds of faults and no others', () => {
    expect(packgraph.FAULT_KINDS).toEqual([
      'file',
      'reference',
      'orphan',
      'value',
      'meta',
      'original',
      'document',
      'span',
      'text',
      'unit',
      'incidence',
      'cost',
      'embedding',
      'snapshot',
    ])
  })
})
