import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extractSentences } from '../../../src/compress/prose/extract-sentences.ts'

const weigh = (text: string): number => Math.ceil(text.trim().length / 4)

interface Wish {
  readonly budgetTokens: number
  readonly query?: string
  readonly gapTokens?: number
}

function paragraphsOf(text: string): readonly { start: number; end: number }[] {
  return [...text.matchAll(/[^\n](?:[^\n]|\n(?!\n))*/g)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }))
}

function keptOf(text: string, { gapTokens = 0, ...wish }: Wish): readonly string[] {
  const { kept } = extractSentences({ text, paragraphs: paragraphsOf(text), gapTokens, weigh, ...wish })
  return kept.map(({ start, end }) => text.slice(start, end).trim())
}

describe('Keeping sentences', () => {
  const text = `The harbour was built in 1820. Many ships came. Fishing paid well for decades.

The lighthouse has 214 steps. Its lamp burned whale oil. Visitors climb it on Sundays.`

  it('keeps what has to do with the query', () => {
    expect(keptOf(text, { budgetTokens: 8, query: 'How many steps has the lighthouse?' })).toEqual([
      'The lighthouse has 214 steps.',
    ])
  })

  it('keeps original order and wording', () => {
    const kept = keptOf(text, { budgetTokens: 24, query: 'oil for the lamp, ships' })
    expect(kept.join(' ')).toContain('Many ships came.')
    expect(text.indexOf(kept[0]!)).toBeLessThan(text.indexOf(kept.at(-1)!))
  })

  it('prefers the openings of paragraphs and what is new where no query is known', () => {
    expect(keptOf(text, { budgetTokens: 16 })).toEqual([
      'The harbour was built in 1820.',
      'The lighthouse has 214 steps.',
    ])
  })

  it('treats a query of which no word occurs like none', () => {
    expect(keptOf(text, { budgetTokens: 16, query: 'xylophone' })).toEqual(keptOf(text, { budgetTokens: 16 }))
  })

  it('keeps the sentence before one that opens with a pronoun, in one range', () => {
    expect(keptOf(text, { budgetTokens: 16, query: 'whale oil' })).toEqual([
      'The lighthouse has 214 steps. Its lamp burned whale oil.',
    ])
  })

  it('keeps nothing when the budget cannot be met, but for what is lighter than the mark of its gap', () => {
    expect(keptOf(text, { budgetTokens: 9, gapTokens: 10 })).toEqual([])
    const apart = 'Yes.\n\n```\ncode\n```\n\nA long sentence that weighs more than a mark does, as all can see.'
    const paragraphs = [
      { start: 0, end: 4 },
      { start: apart.indexOf('A long'), end: apart.length },
    ]
    expect(extractSentences({ text: apart, paragraphs, budgetTokens: 3, gapTokens: 10, weigh }).kept).toEqual([
      { start: 0, end: 4 },
    ])
  })

  it('cuts a text without capitals at its full stops', () => {
    const lower = 'the cat sat down. the dog barked at 7. nobody cared. the owl slept.'
    expect(keptOf(lower, { budgetTokens: 6, query: 'dog' })).toEqual(['the dog barked at 7.'])
  })

  it('finds sentences across wrapped lines', () => {
    const wrapped =
      'The committee met in the old\ntown hall to vote. Nine members\nwere ill and stayed at home.\nThe vote failed.'
    expect(keptOf(wrapped, { budgetTokens: 14, query: 'ill' })).toEqual(['Nine members\nwere ill and stayed at home.'])
  })

  it('takes the items of a list for sentences', () => {
    const list = 'You need:\n- a hammer and many nails\n- a saw\n- patience'
    expect(keptOf(list, { budgetTokens: 3, query: 'saw' })).toEqual(['- a saw'])
  })

  it('cuts no code span', () => {
    const code = 'Call `open. Then wait! Done?` first. The weather was fine, and it rained. A tick ` stays.'
    expect(keptOf(code, { budgetTokens: 10, query: 'wait' })).toEqual(['Call `open. Then wait! Done?` first.'])
    expect(keptOf(code, { budgetTokens: 5, query: 'tick' })).toEqual(['A tick ` stays.'])
  })

  it('cuts sentences of scripts without spaces', () => {
    const chinese = '港口建于1820年。许多船只来到这里。灯塔有214级台阶。'
    expect(keptOf(chinese, { budgetTokens: 3, query: '灯塔有多少级台阶' })).toEqual(['灯塔有214级台阶。'])
  })

  it('chooses from a text that is one endless sentence', () => {
    const endless = `${'and then we walked on along the river, '.repeat(200)}past the copper mill, ${'and on and on, '.repeat(200)}`
    const kept = keptOf(endless, { budgetTokens: 400, query: 'copper mill' })
    expect(kept.join('')).toContain('copper mill')
    expect(weigh(kept.join(''))).toBeLessThanOrEqual(400)
  })
})

describe('The ranges that are kept', () => {
  const words = fc.constantFrom(
    'Ann',
    'the',
    'It',
    'runs',
    '42',
    '`code`',
    'river.',
    'and',
    'stop!',
    '水。',
    '\n',
    '\n\n',
    '- ',
  )
  const texts = fc.array(words, { maxLength: 120 }).map((parts) => parts.join(' '))
  const queries = fc.constantFrom('', 'Ann runs', '水')
  const weighUnits = (text: string): number => text.length

  it('are in order, apart, within the paragraphs, and within the budget with their gaps', () => {
    const holds = fc.property(texts, fc.nat(300), fc.nat(12), queries, (text, budgetTokens, gapTokens, query) => {
      const paragraphs = paragraphsOf(text)
      const { kept } = extractSentences({ text, paragraphs, budgetTokens, gapTokens, query, weigh: weighUnits })
      let end = -1
      for (const range of kept) {
        expect(range.start).toBeGreaterThan(end)
        end = range.end
        expect(paragraphs.some((own) => own.start <= range.start && range.end <= own.end)).toBe(true)
      }
      const weight = kept.reduce((sum, range) => sum + range.end - range.start, 0)
      const leastTokens = gapTokens * gapsOf(text, paragraphs, [])
      const most = Math.max(budgetTokens, leastTokens)
      expect(weight + gapTokens * gapsOf(text, paragraphs, kept)).toBeLessThanOrEqual(most)
    })
    fc.assert(holds)
  })

  it('are all paragraphs, whole, when everything fits', () => {
    const holds = fc.property(texts, fc.nat(12), (text, gapTokens) => {
      const paragraphs = paragraphsOf(text)
      const { kept } = extractSentences({ text, paragraphs, budgetTokens: 1e6, gapTokens, weigh: weighUnits })
      expect(kept).toEqual(paragraphs)
    })
    fc.assert(holds)
  })
})

/** Runs of paragraph text that is not kept; only blank lines part the paragraphs here, and a run reaches across them. */
function gapsOf(
  text: string,
  paragraphs: readonly { start: number; end: number }[],
  kept: readonly { start: number; end: number }[],
): number {
  const units = new Array<string>(text.length).fill(' ')
  for (const { start, end } of paragraphs) units.fill('x', start, end)
  for (const { start, end } of kept) units.fill('k', start, end)
  return (units.join('').match(/x[x ]*/g) ?? []).length
}
