import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryBlock } from '../../../src/converse/memory/memory-block.ts'
import { partedAt } from '../../../src/converse/memory/memory-mark.ts'
import { type DecidedForm, type MemoryState, NOTHING_REMEMBERED } from '../../../src/converse/memory/memory-state.ts'

function stateOf(lines: readonly (Partial<DecidedForm> | null)[], summary: string | null = null): MemoryState {
  const forms = lines.map((more, index): DecidedForm | null =>
    more === null
      ? null
      : {
          level: 'keyed',
          texts: [],
          line: null,
          place: { episode: index < 3 ? 1 : 2, line: 1 + (index % 3) },
          ...more,
        },
  )
  const episode = { lines: 3, asked: false, summary: null }
  const episodes = [
    { ...episode, originalId: 'a'.repeat(64), alias: 'aaaaaaaa' },
    { ...episode, originalId: 'b'.repeat(64), alias: 'bbbbbbbb', summary, asked: summary !== null },
  ]
  return { ...NOTHING_REMEMBERED, position: forms.length, forms, episodes }
}

describe('memoryBlock', () => {
  it('is empty where nothing is remembered', () => {
    expect(memoryBlock(NOTHING_REMEMBERED)).toBe('')
  })

  it('has one digest of what is ancient, a line for each later unit, and says how to get all of it back', () => {
    const state = stateOf([
      { level: 'values', line: 'A-17 EUR 20' },
      { level: 'gone' },
      { level: 'values', line: 'A-18' },
      { line: 'find order=A-19 → amount=30' },
      { level: 'facts' },
      { line: 'assistant: It costs EUR 30.' },
    ])
    const [header, ...rest] = memoryBlock(state).split('\n')
    expect(header).toContain('all of [e:n]: expand id e, lines n. Ids: 1=aaaaaaaa 2=bbbbbbbb]')
    expect(rest).toEqual([
      '[1] A-17 EUR 20; A-18',
      '[2:1] find order=A-19 → amount=30',
      '[2:3] assistant: It costs EUR 30.',
      '[/memory]',
    ])
  })

  it('has the summary of an episode in place of its lines', () => {
    const block = memoryBlock(stateOf([null, null, null, { line: 'one' }, { line: 'two' }], 'Both in\na word.'))
    expect(block).toContain('\n[2] Both in / a word.\n')
  })

  it('keeps a text from passing for a line, a mark or an end of it', () => {
    const hostile = fc
      .array(fc.constantFrom('\n', '\u2028', '\r', '[2:1]', '[[1:2]]', '[', ']', '[/memory]', 'x', '2:1', ' '))
      .map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(hostile, hostile, hostile, (first, second, third) => {
        const lines = memoryBlock(
          stateOf([{ level: 'values', line: first }, null, null, { line: second }, { line: third }]),
        ).split(/[\n\r\v\f\x85\u2028\u2029]/)
        const marks = lines.flatMap((line) => line.match(/^(\[+)2:\d(\]+) /)?.[0] ?? [])
        expect(marks.map((mark) => mark.replace(/[[\] ]/g, ''))).toEqual(['2:1', '2:2'])
        for (const mark of marks) {
          const bare = new RegExp(`(?<!\\[)${mark.trim().replace(/[[\]]/g, '\\$&')}`, 'g')
          expect(lines.join('\n').match(bare)).toHaveLength(1)
        }
        expect(lines.filter((line) => line.startsWith('[/memory]'))).toHaveLength(1)
      }),
    )
  })
})

describe('partedAt', () => {
  it('finds the mark of the ladder behind one that a user wrote', () => {
    expect(partedAt('[2:7]', 'I say [2:7] first\n[2:7] omitted: 3 rows')).toEqual({
      text: 'I say [2:7] first\n',
      tail: ' omitted: 3 rows',
    })
    expect(partedAt('[2:7]', 'none')).toEqual({ text: 'none', tail: null })
  })
})
