import { describe, expect, it } from 'vitest'
import type { GraphStep } from '../../../src/domain/candidate.ts'
import type { Decision } from '../../../src/domain/pack.ts'
import { formatBytes, formatCount, formatDuration, shorten } from '../../../src/interfaces/cli/format.ts'
import { describeProgress } from '../../../src/interfaces/cli/progress.ts'
import { renderDecisions } from '../../../src/interfaces/cli/render-pack.ts'
import { snippet } from '../../../src/interfaces/cli/render-search.ts'

describe('numbers for people', () => {
  it('have units that suit their size', () => {
    expect([812, 6_400, 6_430_000].map(formatBytes)).toEqual(['812 B', '6.4 kB', '6.4 MB'])
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
    expect(describeProgress(indexing, 1_000)).toBe('120 documents, 2.0 MB/s')
    expect(describeProgress({ ...indexing, bytesTotal: 6e6 }, 1_000)).toBe('120 documents, 2.0 MB/s, 2.0 s left')
  })

  it('of recosting tells how many units are left and for how long', () => {
    const recosting = { type: 'progress', phase: 'recost', hyperedgesDone: 250, hyperedgesTotal: 1_000 } as const
    expect(describeProgress(recosting, 5_000)).toBe('250 of 1,000 units, 15 s left')
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

describe('the table of decisions', () => {
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

  it('has a row for each with its lanes', () => {
    expect(renderDecisions([decision('a', 1)])).toEqual([
      'rank  score   est. exact  decision      unit',
      '   1  1.000     40    42  packed        a.md#0-100',
      '                                         lexical 1',
    ])
  })

  it('names the path of a graph hit by title and entity', () => {
    const step = { fromHyperedgeId: 1, fromReference: ref('a'), fromTitle: 'Harbour', entity: 'ada quill' }
    const path: GraphStep[] = [{ ...step, relation: 'shares' }]
    const hit: Decision = { ...decision('b', 2), lanes: { graph: { rank: 1, score: 1, path } } }
    expect(
      renderDecisions([decision('a', 1), hit])
        .at(-1)
        ?.trim(),
    ).toBe('via Harbour#0-100, entity “ada quill”')
  })

  it('says what a duplicate repeats', () => {
    const copy: Decision = { ...decision('b', 2), reason: 'duplicate-of', packed: false, duplicateOf: ref('a') }
    expect(
      renderDecisions([decision('a', 1), copy])
        .at(-1)
        ?.trim(),
    ).toBe('same text as a.md#0-100')
  })

  it('lists all that is packed but stops listing what is not', () => {
    const rest = Array.from({ length: 100 }, (_, n): Decision => ({ ...decision('c', n + 2), packed: false }))
    const rows = renderDecisions([...rest, decision('z', 200)])
    expect(rows.filter((row) => row.includes('c.md'))).toHaveLength(30)
    expect(rows.some((row) => row.includes('z.md'))).toBe(true)
    expect(rows.at(-1)).toBe('… and 70 more that are not packed (--json lists all)')
  })
})
