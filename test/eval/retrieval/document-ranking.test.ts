import { describe, expect, it } from 'vitest'
import { documentRanking } from '../../../eval/retrieval/document-ranking.ts'

const unit = (uri: string, ...copies: string[]) => ({ uri, duplicates: copies.map((uri) => ({ uri })) })

describe('the documents of ranked units', () => {
  it('stand at their best rank, each once', () => {
    expect(documentRanking([unit('a'), unit('b'), unit('a'), unit('c'), unit('b')])).toEqual(['a', 'b', 'c'])
  })

  it('are followed by the documents that hold a copy', () => {
    expect(documentRanking([unit('a', 'c', 'a'), unit('b'), unit('c')])).toEqual(['a', 'c', 'b'])
  })
})
