import { createHash } from 'node:crypto'
import { endianness } from 'node:os'
import type { StoreSnapshot } from '../../ports/store.ts'
import { buildHypergraph } from './build.ts'
import { toSavedForm } from './saved-form.ts'

/** Raise it when the names or the meaning of saved arrays change in a way that the sample below does not show. */
const FORMAT = 1

let stamp: Promise<string> | undefined

/**
 * What saved arrays depend on besides rows: this format, the order of bytes, and the rules for words, sentences, terms and names. Of the rules it holds what
 * they make of a sample today, so that nobody has to remember to raise a number when one is changed. Computed once, in a few milliseconds.
 */
export function currentStamp(): Promise<string> {
  stamp ??= computeStamp()
  return stamp
}

async function computeStamp(): Promise<string> {
  const { units, ...base } = await buildHypergraph(SAMPLE)
  const hash = createHash('sha256')
  for (const [name, bytes] of toSavedForm({ units, ...base })) hash.update(`${name} ${bytes.length} `).update(bytes)
  return `${FORMAT}-${endianness()}-${hash.digest('hex')}`
}

const TITLE = "The Wood's End (a Novel)"
/** Each line is a unit: something of everything that the rules tell apart. */
const LINES: readonly string[] = [
  'Dr. Ada Brandt met U.S. envoys at 9 a.m. in Zürich. “Did she?” — Yes! she did. 3.5 km on, e.g. near St. Clare.',
  'getUserName, HTTPServer2 and snake_case_words parse XMLHttpRequest; DuPont and McCoy don’t. The Wood’s End is dark.',
  '東京都に住む。本を読む？ はい！ ไทย ελληνικά Ærø naïve coöperation straße İstanbul',
  'runners running ran easily relational national rivers generalisations hopping hoped 1969 2nd 10,000 -5',
  'Motivation for motivation: the motivation is motivation. University of Oxford Press. University of Oxford. Oxford',
  'University of Oxford Press printed it.\nAda Brandt wrote it\n\nThe End',
  'TBD',
]

const SAMPLE: StoreSnapshot = {
  generation: 0,
  async *documents() {
    yield [0, 1].map((position) => ({
      id: position,
      uri: position === 0 ? 'notes/oxford-press_v2.md' : 'b',
      collection: '',
      title: position === 0 ? TITLE : '',
      mediaType: '',
      metadata: {},
      stable: false,
      origin: '',
      originalId: '',
      contentHash: '',
    }))
  },
  async *hyperedges() {
    yield LINES.map((text, id) => ({
      id,
      documentId: Number(id > 3),
      ordinal: id,
      span: { start: 0, end: 1 },
      headingPath: id % 2 === 0 ? [] : ['Motivation', 'Elm Bridge'],
      text,
      textHash: text,
    }))
  },
  async *incidences() {
    yield LINES.flatMap((_, hyperedgeId) => [
      { hyperedgeId, entity: 'wood s end', weight: 1, owned: hyperedgeId === 0 && ('title' as const), sentences: [0] },
      { hyperedgeId, entity: 'motivation', weight: 1, owned: hyperedgeId === 1 && ('lead' as const), sentences: [] },
      { hyperedgeId, entity: 'university of oxford press', weight: 1, owned: false as const, sentences: [0, 2] },
      { hyperedgeId, entity: 'ada brandt', weight: 1, owned: hyperedgeId > 3 && ('title' as const), sentences: [1] },
    ])
    yield [{ hyperedgeId: 6, entity: 'university of oxford', weight: 1, owned: false, sentences: [0] }]
  },
  async *embeddings() {},
  async *hyperedgeIds() {},
  savedArrays: async () => undefined,
  async close() {},
}
