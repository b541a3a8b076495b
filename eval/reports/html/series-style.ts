/** How one system or policy looks in every chart. */
export interface SeriesStyle {
  /** A CSS colour. */
  readonly color: string
  readonly dash?: string
  readonly width: number
}

const KNOWN: Readonly<Record<string, SeriesStyle>> = {
  packgraph: { color: 'var(--accent)', width: 3 },
  default: { color: 'var(--accent)', width: 3 },
  'packgraph-no-graph': { color: 'var(--accent)', width: 1.5, dash: '2 4' },
  'packgraph-no-dense': { color: 'var(--accent)', width: 1.5, dash: '7 4' },
  bm25: { color: 'var(--orange)', width: 2 },
  record: { color: 'var(--gold)', width: 2, dash: '7 4' },
  dense: { color: 'var(--teal)', width: 2 },
  hybrid: { color: 'var(--pink)', width: 2 },
  random: { color: 'var(--muted)', width: 1.5, dash: '3 3' },
  'chunks-200': { color: 'var(--green)', width: 2 },
  'whole-corpus': { color: 'var(--muted)', width: 2 },
  'heuristic@1': { color: 'var(--accent)', width: 3 },
  'chars/4': { color: 'var(--orange)', width: 2 },
  o200k: { color: 'var(--teal)', width: 2 },
  cl100k: { color: 'var(--pink)', width: 2 },
  second: { color: 'var(--gold)', width: 2 },
  'noise-10': { color: 'var(--green)', width: 1.5, dash: '2 4' },
  'noise-30': { color: 'var(--green)', width: 1.5, dash: '7 4' },
  'noise-60': { color: 'var(--green)', width: 1.5 },
  constant: { color: 'var(--red)', width: 2, dash: '3 3' },
}

const OTHERS = ['var(--teal)', 'var(--pink)', 'var(--gold)', 'var(--green)', 'var(--red)']

/** The same look for the same name everywhere; names that are not known take the next colours in turn. */
export function seriesStyle(name: string, names: readonly string[]): SeriesStyle {
  const unknown = names.filter((other) => !KNOWN[other])
  return KNOWN[name] ?? { color: OTHERS[Math.max(0, unknown.indexOf(name)) % OTHERS.length]!, width: 2 }
}
