import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ruleExtractor } from '../../../src/adapters/entities/rule-extractor.ts'
import { splitSentences } from '../../../src/domain/text/sentences.ts'

const extract = (text: string, title = '', headingPath: readonly string[] = []) =>
  ruleExtractor.extract({ text, headingPath, kind: 'passage' }, title)
const entitiesOf = (text: string, title = ''): string[] => extract(text, title).map(({ entity }) => entity)

describe('the rule extractor', () => {
  it('lets a unit own its title, without brackets and articles, and its innermost heading', () => {
    const owned = extract('Text.', 'The Ed Wood (film)', ['Plot', 'Final Act']).filter(({ owned }) => owned)
    expect(owned).toEqual([
      { entity: 'ed wood', weight: 3, sentences: [], owned: 'title' },
      { entity: 'final act', weight: 3, sentences: [], owned: 'lead' },
    ])
  })

  it('takes the subject of the first words when there is no title', () => {
    expect(extract('Scott Derrickson (born July 16, 1966) is an American director.')[0]).toMatchObject({
      entity: 'scott derrickson',
      owned: 'lead',
    })
    expect(extract('it rained in Boston.').some(({ owned }) => owned)).toBe(false)
  })

  it('finds capital runs, across particles and full stops, and their parts', () => {
    const found = entitiesOf('We met Charles de Gaulle by the Museum of Modern Art in New York.')
    expect(found).toContain('charles de gaulle')
    expect(found).toContain('museum of modern art in new york')
    expect(found).toContain('museum of modern art')
    expect(found).toContain('new york')
  })

  it('ignores a lone capital word that opens a sentence', () => {
    expect(extract('Yesterday rain fell. Floods hit Boston.').filter(({ owned }) => !owned)).toEqual([
      { entity: 'boston', weight: 1, sentences: [1], owned: false },
    ])
  })

  it('counts mentions and keeps the sentences they stand in', () => {
    const boston = extract('I like Boston. We left. They love Boston, yes Boston.').find(
      ({ entity }) => entity === 'boston',
    )
    expect(boston).toEqual({ entity: 'boston', weight: 3, sentences: [0, 2], owned: false })
  })

  it('is pure, names each entity once and never points beyond the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('Ann', 'of', 'Bob ', '. ', 'the ', 'É', '\n', 'New York', "'s", '“', 'x y')),
        (parts) => {
          const text = parts.join(' ')
          const found = extract(text)
          expect(extract(text)).toEqual(found)
          expect(new Set(found.map(({ entity }) => entity)).size).toBe(found.length)
          const count = splitSentences(text).length
          for (const { sentences } of found) for (const sentence of sentences) expect(sentence).toBeLessThan(count)
        },
      ),
    )
  })

  it('takes time in proportion to texts made to provoke backtracking', () => {
    for (const text of [
      'A'.repeat(200_000),
      'Aa of the '.repeat(30_000),
      '('.repeat(100_000),
      '([ '.repeat(100_000),
      `A${' '.repeat(200_000)}`,
      `A${'\u0301\u0323'.repeat(200_000)}`,
    ]) {
      expect(() => extract(text, text)).not.toThrow()
    }
  })
})
