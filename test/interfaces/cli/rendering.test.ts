import { describe, expect, it } from 'vitest'
import type { GraphStep } from '../../../src/domain/candidate.ts'
import type { Decision, Pack } from '../../../src/domain/pack.ts'
import { formatBytes, formatCount, formatDuration, formatRate, shorten } from '../../../src/interfaces/cli/format.ts'
import { describeProgress } from '../../../src/interfaces/cli/progress.ts'
import { renderDecisions } from '../../../src/interfaces/cli/render-decisions.ts'
import { renderEmptiness, renderProof } from '../../../src/interfaces/cli/render-pack.ts'
import { snippet } from '../../../src/interfaces/cli/render-search.ts'

describe('numbers for people', () => {
  it('have units that suit their size', () => {
    expect([812, 815.3000013554371, 6_400, 6_430_000].map(formatBytes)).toEqual(['812 B', '815 B', '6.4 kB', '6.4 MB'])
    expect([formatRate(1, 2_000), formatRate(5_000, 1_500), formatRate(0, 0)]).toEqual(['0.5/s', '3,333/s', '0.0/s'])
    expect([400, 12_300, 185_000].map(formatDuration)).toEqual(['0.4 s', '12 s', '3 min 05 s'])
    expect([0, 1, 1234].map((n) => formatCount(n, 'unit'))).toEqual(['0 units', '1 unit', '1,234 units'])
  })

  it('never cut a character in two', () => {
    expect(shorten('👍👍👍', 2)).toBe('👍…')
    expect(shorten('👍👍', 2)).toBe('👍👍')
  })
})

describe('progress', () => {
  const indexing = { type: 'progress', phase: 'index', documentsDone: 120, bytesDone: 2e6, hyperedgesDone: 9 } as const

  it('of indexing tells the rate, and the time left once the total is known', () => {
    const known = { ...indexing, bytesTotal: 6e6 }
    expect(describeProgress(indexing, 1_000)).toBe('120 documents (120/s), 9 units')
    expect(describeProgress(known, 1_000)).toBe('120 documents (120/s), 9 units, 2.0 s left')
    expect(describeProgress({ ...known, bytesDone: 6e6 }, 1_000)).toBe('120 documents (120/s), 9 units, finishing')
  })

  it('of verifying and rebuilding tells how many documents are done', () => {
    const verifying = { type: 'progress', phase: 'verify', documentsDone: 50, documentsTotal: 200 } as const
    expect(describeProgress({ ...verifying, hyperedgesDone: 900 }, 5_000)).toBe(
      '50 documents (10/s), 900 units, 15 s left',
    )
  })

  it('of recosting tells how many units are left and for how long', () => {
    const recosting = { type: 'progress', phase: 'recost', hyperedgesDone: 250, hyperedgesTotal: 1_000 } as const
    expect(describeProgress(recosting, 5_000)).toBe('250 of 1,000 units (50/s), 15 s left')
  })
})

describe('a snippet', () => {
  it('is the whole text on one line when that is short', () => {
    expect(snippet('a\n  short\ttext', 'text')).toBe('a short text')
  })

  it('is the stretch where most words of the query stand together', () => {
    const text = `${'filler words here. '.repeat(30)}The red lighthouse keeper. ${'more filler. '.repeat(30)}lighthouse`
    const shown = snippet(text, 'the lighthouse keeper')
    expect(shown).toContain('The red lighthouse keeper.')
    expect(shown.startsWith('…')).toBe(true)
    expect(shown.endsWith('…')).toBe(true)
    expect(shown.length).toBeLessThanOrEqual(220)
  })
})

const ref = (letter: string) => `${letter.repeat(64)}#0-100`
const decision = (letter: string, rank: number): Decision => ({
  id: rank,
  ref: ref(letter),
  uri: `${letter}.md`,
  rank,
  score: 1 / rank,
  lanes: { lexical: { rank, score: 1 } },
  reason: 'packed',
  packed: true,
  estimatedTokens: 40,
  exactTokens: 42,
})
const copyOf = (letter: string, uri: string): Decision => ({
  ...decision('x', 1),
  uri,
  reason: 'duplicate-of',
  packed: false,
  duplicateOf: ref(letter),
})

describe('the table of decisions', () => {
  it('has a row for each with its lanes, and says what its numbers mean', () => {
    expect(renderDecisions([decision('a', 1)])).toEqual([
      'rank  score   est. exact  decision      unit',
      '   1  1.000     40    42  packed        a.md#0-100',
      '      lexical 1',
      'est.: tokens as stored, with a header; exact: its tokens with header, counted',
      'alone; lexical, dense, graph: its rank in that lane.',
    ])
  })

  it('names the units of a path as it names the rows, and by title what has no row', () => {
    const step = { fromId: 1, fromRef: ref('a'), fromTitle: 'Harbour', entity: 'ada quill' }
    const path: GraphStep[] = [
      { ...step, fromRef: ref('y'), relation: 'links-to' },
      { ...step, relation: 'shares' },
    ]
    const hit: Decision = { ...decision('b', 2), lanes: { graph: { rank: 1, score: 1, path } } }
    const rows = renderDecisions([decision('a', 1), hit]).map((row) => row.trim())
    expect(rows).toContain('via Harbour#0-100, which links to it by “ada quill”')
    expect(rows).toContain('via a.md#0-100, which shares “ada quill”')
  })

  it('folds duplicates into the row of the unit that stands for them', () => {
    const copies = Array.from({ length: 583 }, (_, n) => copyOf('a', `copy-${n}.md`))
    const rows = renderDecisions([decision('a', 1), ...copies, decision('b', 2), copyOf('b', 'c.md')])
    expect(rows.filter((row) => row.includes('copy-'))).toEqual([])
    expect(rows).toContain('      same text in 583 other places')
    expect(rows).toContain('      same text in c.md#0-100')
  })

  it('fits 80 columns, however long names and details are, but never cuts what show takes', () => {
    const uri = `${'deep/'.repeat(20)}file.md`
    const step = {
      fromId: 1,
      fromRef: ref('q'),
      fromTitle: 'Some title',
      entity: 'name '.repeat(30),
      relation: 'shares',
    } as const
    const hit: Decision = { ...decision('b', 2), uri, lanes: { graph: { rank: 1, score: 1, path: [step] } } }
    const rows = renderDecisions([hit])
    expect(rows.filter((row) => row.length > 80)).toEqual([`      ${uri}#0-100`])
  })

  it('says why scores are out of order, where they are', () => {
    const said = (...rows: Decision[]) => renderDecisions(rows).some((row) => row.includes('set-wise'))
    expect(said(decision('a', 1), decision('b', 2))).toBe(false)
    expect(said(decision('b', 2), decision('a', 1))).toBe(true)
  })

  it('lists all that is packed but stops listing what is not', () => {
    const rest = Array.from({ length: 100 }, (_, n): Decision => ({ ...decision('c', n + 2), packed: false }))
    const rows = renderDecisions([...rest, decision('z', 200)])
    expect(rows.filter((row) => row.includes('c.md'))).toHaveLength(30)
    expect(rows.some((row) => row.includes('z.md'))).toBe(true)
    expect(rows).toContain('… and 70 more that are not packed (--json lists all)')
  })
})

describe('the summary of a pack', () => {
  const packOf = (decisions: readonly Decision[], items: readonly object[], saturated = true): Pack => ({
    query: 'q',
    text: '',
    knownShare: 1,
    proof: {
      tokenizer: 'words@1',
      level: 'exact',
      budgetTokens: 30,
      reserveTokens: 2,
      countedTokens: 5,
      slackTokens: 23,
      verified: true,
      mismatchedTokenizers: [],
      saturated,
      textSha256: '',
    },
    items: items as Pack['items'],
    decisions,
    breakpoints: [],
    timings: { retrieveMs: 0, selectMs: 0, verifyMs: 0, fillMs: 0, totalMs: 1 },
  })
  const summary = (...parameters: Parameters<typeof packOf>) => renderProof(packOf(...parameters))[1]
  const left: Decision = { ...decision('c', 3), reason: 'over-budget', packed: false }
  const item = { uri: 'a.md', excerpt: false }

  it('says that all candidates are packed, or that nothing else fits, or neither', () => {
    const all = [decision('a', 1), copyOf('a', 'b.md'), decision('b', 2)]
    expect(summary(all, [item, item])).toBe('packed: 2 units from 1 document; all 2 candidates are packed; 1.0 ms')
    expect(summary(all.slice(0, 1), [item])).toContain('; the only candidate is packed; ')
    expect(summary([...all, left], [item, item])).toContain('from 1 document, of 3 candidates; nothing else fits; ')
    expect(summary(all, [item, { ...item, excerpt: true }])).toContain('; nothing else fits; ')
    expect(summary([...all, left], [item, item], false)).toContain(' of 3 candidates; 1.0 ms')
  })

  it('says why nothing is packed, and what would help', () => {
    expect(renderEmptiness(packOf([decision('a', 1)], [item]), false)).toBeUndefined()
    expect(renderEmptiness(packOf([left], []), false)).toBe(
      'nothing packed: the best unit, c.md#0-100, whole takes a budget of about 49 tokens; an excerpt of it may take less',
    )
    expect(renderEmptiness(packOf([], []), false)).toBe('nothing packed: no unit matches the question')
    expect(renderEmptiness(packOf([], []), true)).toBe('nothing packed: no unit matches the question and the filter')
  })
})
