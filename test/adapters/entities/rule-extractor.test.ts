import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ruleExtractor } from '../../../src/adapters/entities/rule-extractor.ts'
import { splitSentences } from '../../../src/domain/text/sentences.ts'

const extract = (text: string, title = '', headingPath: readonly string[] = []) =>
  ruleExtractor.extract({ text, headingPath, ordinal: 0 }, title)
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

  it('gives a person the names that others use', () => {
    const ownedBy = (text: string): string[] =>
      extract(text).flatMap(({ entity, owned }) => (owned === 'lead' ? [entity] : []))
    expect(ownedBy('Donald André "Dré" Bly (born 1977) is a retired player.')).toEqual([
      'donald andre dre bly',
      'donald andre',
      'donald bly',
      'dre bly',
    ])
    expect(ownedBy('Robin David Segal, better known by his stage name Robby Benson, is an actor.')).toEqual([
      'robin david segal',
      'robin segal',
      'robby benson',
    ])
  })

  it('takes the capital run that opens a text for its subject when the sentence goes on otherwise', () => {
    expect(extract('New Delhi had served as a centre.')[0]).toMatchObject({ entity: 'new delhi', owned: 'lead' })
  })

  it('names nothing after words that open a sentence about something else', () => {
    for (const text of [
      'In 1909, a writer came.',
      'Born in Cammarata, he left.',
      'However, Ann stayed.',
      'It is wet.',
    ]) {
      expect(extract(text).filter(({ owned }) => owned)).toEqual([])
    }
  })

  it('takes first words for a subject at the beginning of a document only', () => {
    const unit = { text: 'Boston is a city.', headingPath: [], ordinal: 3 }
    expect(ruleExtractor.extract(unit, '').some(({ owned }) => owned)).toBe(false)
  })

  it('mentions what the title names', () => {
    expect(extract('A long story.', 'History of Scotland')).toEqual([
      { entity: 'history of scotland', weight: 3, sentences: [], owned: 'title' },
      { entity: 'scotland', weight: 1, sentences: [], owned: false },
    ])
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
