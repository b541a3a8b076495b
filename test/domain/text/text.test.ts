import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldAccents } from '../../../src/domain/text/fold.ts'
import { fileNameOf, isNameable, matchedTitle, nameTokens } from '../../../src/domain/text/names.ts'
import { splitSentences } from '../../../src/domain/text/sentences.ts'
import { stem } from '../../../src/domain/text/stem.ts'
import { identifierParts, termsOf } from '../../../src/domain/text/terms.ts'
import { wordsOf } from '../../../src/domain/text/words.ts'

const sentencesOf = (text: string): string[] =>
  splitSentences(text).map(({ start, end }) => text.slice(start, end).trim())

describe('splitSentences', () => {
  it('covers the text without gaps or overlaps, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(
          splitSentences(text)
            .map(({ start, end }) => text.slice(start, end))
            .join(''),
        ).toBe(text)
        for (const { start, end } of splitSentences(text)) expect(end).toBeGreaterThan(start)
      }),
    )
  })

  it.each([
    ['It rained. We left! Did he? “Yes.” She ran.', ['It rained.', 'We left!', 'Did he?', '“Yes.”', 'She ran.']],
    ['Dr. Smith met J. K. Rowling. They spoke.', ['Dr. Smith met J. K. Rowling.', 'They spoke.']],
    ['See e.g. the appendix. It helps.', ['See e.g. the appendix.', 'It helps.']],
    ['first line\nsecond line', ['first line', 'second line']],
    ['no capitals here.\nlower case goes on', ['no capitals here.', 'lower case goes on']],
    ['今日は晴れ。明日は雨。', ['今日は晴れ。', '明日は雨。']],
    ['Version 2.5 is out. 3 bugs are left.', ['Version 2.5 is out.', '3 bugs are left.']],
  ])('cuts %j', (text, expected) => {
    expect(sentencesOf(text)).toEqual(expected)
  })

  it('takes time in proportion to a text made to provoke backtracking', () => {
    expect(splitSentences(`${'.'.repeat(200_000)}x`)).toHaveLength(1)
    expect(splitSentences(`${'.) '.repeat(100_000)}`).length).toBeGreaterThan(0)
    expect(splitSentences(' '.repeat(300_000))).toHaveLength(1)
  })
})

describe('stem', () => {
  it.each([
    ['caresses', 'caress'],
    ['ponies', 'poni'],
    ['agreed', 'agre'],
    ['plastered', 'plaster'],
    ['motoring', 'motor'],
    ['conflated', 'conflat'],
    ['hopping', 'hop'],
    ['falling', 'fall'],
    ['filing', 'file'],
    ['happy', 'happi'],
    ['sky', 'sky'],
    ['relational', 'relat'],
    ['conditional', 'condit'],
    ['vietnamization', 'vietnam'],
    ['formaliti', 'formal'],
    ['electrical', 'electr'],
    ['hopefulness', 'hope'],
    ['replacement', 'replac'],
    ['adoption', 'adopt'],
    ['communism', 'commun'],
    ['probate', 'probat'],
    ['rate', 'rate'],
    ['controlling', 'control'],
    ['generalizations', 'gener'],
  ])('reduces %s to %s', (word, expected) => {
    expect(stem(word)).toBe(expected)
  })

  it('leaves anything but lower-case ASCII words alone', () => {
    for (const word of ['is', 'Running', 'größen', 'a1s', '']) expect(stem(word)).toBe(word)
  })

  it('leaves words alone that are longer than words are', () => {
    for (const ending of ['', 'ing', 'ed', 'ational', 'ement']) {
      const word = 'y'.repeat(100_000) + ending
      expect(stem(word)).toBe(word)
    }
  })
})

describe('identifierParts', () => {
  it.each([
    ['getUserName', ['get', 'User', 'Name']],
    ['run_target_once', ['run', 'target', 'once']],
    ['HTTPServer', ['HTTP', 'Server']],
    ['parseJSONText', ['parse', 'JSON', 'Text']],
    ['JavaScript', ['Java', 'Script']],
    ['MAX_RETRY_COUNT', ['MAX', 'RETRY', 'COUNT']],
  ])('splits %s', (word, parts) => {
    expect(identifierParts(word)).toEqual(parts)
  })

  it.each(['DuPont', 'McDonald', 'Boston', 'NASA', 'plain', 'x', '_'])('keeps %s whole', (word) => {
    expect(identifierParts(word)).toEqual([])
  })
})

describe('termsOf', () => {
  it('keeps an identifier beside its parts, drops stop words and stems the rest', () => {
    expect(termsOf('the getUserName of directors')).toEqual(['getusernam', 'get', 'user', 'name', 'director'])
  })

  it('finds the same terms with and without accents and possessives', () => {
    expect(termsOf('Müller’s café')).toEqual(termsOf('Muller cafe'))
  })

  it('gives texts without spaces terms that a question can share', () => {
    const question = new Set(termsOf('東京の天気'))
    expect(termsOf('明日の東京は晴れ').some((term) => question.has(term))).toBe(true)
  })

  it('never throws and never gives an empty term', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        for (const term of termsOf(text)) expect(term).not.toBe('')
      }),
    )
  })
})

describe('wordsOf', () => {
  it('gives plain text the same words as the Unicode pattern does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        expect(wordsOf(text)).toEqual(text.replace(/'s\b/g, '  ').match(/[\p{L}\p{N}_]+/gu) ?? [])
      }),
    )
  })
})

describe('names', () => {
  it('are found in file names, and not in ids', () => {
    expect(fileNameOf('eips/eip-1559.md')).toBe('eip-1559')
    expect(fileNameOf('src\\token.test.ts')).toBe('token.test')
    for (const id of ['hp00001', 'doc_1_chunk_0', 'guide/', 'v1.2', '']) expect(fileNameOf(id)).toBe('')
  })

  it('have no article, possessive, case or accent', () => {
    expect(nameTokens('The Café’s Owner')).toEqual(['cafe', 'owner'])
  })

  it('are refused when they could not tell anything apart', () => {
    expect(isNameable(nameTokens('The'))).toBe(false)
    expect(isNameable(nameTokens('1984'))).toBe(false)
    expect(isNameable(nameTokens('Up'))).toBe(false)
    expect(isNameable(nameTokens('of the'))).toBe(false)
    expect(isNameable(nameTokens('Ed Wood'))).toBe(true)
  })

  it('are sought in the beginning of a title alone, and no character is cut in two', () => {
    expect(matchedTitle('The Ferry')).toBe('The Ferry')
    expect(matchedTitle('a'.repeat(1000))).toHaveLength(300)
    expect(matchedTitle(`a${'😀'.repeat(1000)}`)).toBe(`a${'😀'.repeat(149)}`)
  })
})

const MARKS = /[\p{Mn}\u302e\u302f\u{16ff0}\u{16ff1}\u{1d165}\u{1d166}\u{1d16d}-\u{1d172}]+/gu

describe('foldAccents', () => {
  it('is normalisation without marks', () => {
    const unit = fc.constantFrom(
      'a',
      'é',
      'ế',
      'ﬁ',
      '각',
      '\u0301',
      '\u0323',
      '\u0345',
      '\u0f77',
      '\u09cb',
      '\u20dd',
      'Ω',
      ' ',
    )
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit })), (text) => {
        expect(foldAccents(text)).toBe(text.normalize('NFKD').replace(MARKS, ''))
      }),
    )
  })

  it('takes time in proportion to runs of marks that must be ordered', () => {
    for (const marks of ['\u0301\u0323', '\u302e\u{1d165}'])
      expect(foldAccents(`a${marks.repeat(500_000)}b`)).toBe('ab')
  })

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(foldAccents(foldAccents(text))).toBe(foldAccents(text))
      }),
    )
  })
})
