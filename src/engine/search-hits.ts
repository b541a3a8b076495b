import type { Candidate } from '../domain/candidate.ts'
import type { SearchHit } from './call-results.ts'

/** A candidate as callers see it. */
export function hitOf({ hyperedge, document, reference, score, lanes, duplicates }: Candidate): SearchHit {
  return {
    id: hyperedge.id,
    ref: reference,
    uri: document.uri,
    title: document.title,
    headingPath: hyperedge.headingPath,
    text: hyperedge.text,
    score,
    lanes,
    collection: document.collection,
    metadata: document.metadata,
    tokenCost: hyperedge.tokenCost.tokens,
    tokenizer: hyperedge.tokenCost.tokenizer,
    duplicates,
  }
}
