/** A benchmark, before it is loaded: each runs in a process of its own. */
export interface CatalogueEntry {
  readonly name: string
  readonly title: string
  readonly module: URL
}

function entry(name: string, title: string, file: string): CatalogueEntry {
  return { name, title, module: new URL(`../${file}`, import.meta.url) }
}

/** Every benchmark, in the order in which they run: from those of seconds to those of minutes. */
export const CATALOGUE: readonly CatalogueEntry[] = [
  entry('verify', 'Counting the text of a pack', 'micro/verify.bench.ts'),
  entry('json-forms', 'Lossless forms of JSON', 'micro/json-forms.bench.ts'),
  entry('slim', 'Outputs of tools, slimmed', 'macro/slim.bench.ts'),
  entry('request', 'A step of a long session', 'macro/request.bench.ts'),
  entry('dense-lane', 'Nearest vectors', 'micro/dense-lane.bench.ts'),
  entry('vector-graph', 'Nearest vectors by a graph', 'micro/vector-graph.bench.ts'),
  entry('lexical-lane', 'Postings in memory', 'micro/lexical-lane.bench.ts'),
  entry('pack-stage', 'Packing ranked candidates', 'micro/pack-stage.bench.ts'),
  entry('compress', 'Compressing Markdown without shortening its prose', 'micro/compress.bench.ts'),
  entry('pack', 'A pack without embedding', 'macro/pack.bench.ts'),
  entry('ranking', 'Hops and set-wise ranking', 'micro/ranking.bench.ts'),
  entry('event-loop', 'Holds of the event loop', 'macro/event-loop.bench.ts'),
  entry('indexing', 'Indexing', 'macro/indexing.bench.ts'),
  entry('memory', 'Memory', 'macro/memory.bench.ts'),
  entry('growth', 'Growth of each stage with the corpus', 'macro/growth.bench.ts'),
  entry('peers', 'Other stores on the same units, vectors and questions', 'macro/peers.bench.ts'),
]
