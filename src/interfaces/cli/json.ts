import type { Candidate, Decision, Pack, SearchResult } from '../../index.ts'

/** What `search --json` prints for one query. */
export interface SearchJson {
  readonly query: string
  readonly hits: readonly HitJson[]
  readonly graphGate: number
  readonly timings: SearchResult['timings']
}

export interface HitJson {
  readonly id: number
  readonly uri: string
  readonly title: string
  readonly headingPath: readonly string[]
  readonly ref: string
  readonly score: number
  readonly lanes: Candidate['lanes']
  readonly text: string
  readonly collection: string
  readonly metadata: Candidate['document']['metadata']
  readonly tokenCost: number
  readonly tokenizer: string
  readonly duplicates: Candidate['duplicates']
}

/** What `pack --json` prints: the pack, with the lanes of its decisions only when they are asked for. */
export interface PackJson extends Omit<Pack, 'decisions'> {
  readonly decisions: readonly (Decision | Omit<Decision, 'lanes'>)[]
}

export function searchToJson(result: SearchResult): SearchJson {
  return {
    query: result.query,
    hits: result.hits.map(hitToJson),
    graphGate: result.graphGate,
    timings: result.timings,
  }
}

function hitToJson({ hyperedge, document, reference, score, lanes, duplicates }: Candidate): HitJson {
  return {
    id: hyperedge.id,
    uri: document.uri,
    title: document.title,
    headingPath: hyperedge.headingPath,
    ref: reference,
    score,
    lanes,
    text: hyperedge.text,
    collection: document.collection,
    metadata: document.metadata,
    tokenCost: hyperedge.tokenCost.tokens,
    tokenizer: hyperedge.tokenCost.tokenizer,
    duplicates,
  }
}

export function packToJson(pack: Pack, explain: boolean): PackJson {
  return explain ? pack : { ...pack, decisions: pack.decisions.map(({ lanes: _, ...decision }) => decision) }
}
