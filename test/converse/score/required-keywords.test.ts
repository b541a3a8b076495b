import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRequired } from '../../../src/converse/score/keyword-kinds.ts'
import { holdsKeyword, readText } from '../../../src/converse/score/read-text.ts'
import { MAX_KEYWORDS, requiredKeywords } from '../../../src/converse/score/required-keywords.ts'
import { NEEDS_DATA, realData, recordsOf } from '../../support/real-data.ts'

describe('required keywords of a query', () => {
  it.each([
    ['What was that error E4042 from the beginning?', ['E4042']],
    ['Cancel 4WQ150 for mia_li_3668, flight HAT136 from JFK', ['4WQ150', 'mia_li_3668', 'HAT136', 'JFK']],
    ['Why does `foo_bar` say "connection reset" in src/a/b.ts:42?', ['foo_bar', 'connection reset', 'src/a/b.ts']],
    ['Is parseJson in v1.2.3-rc.1 or 2.0.1?', ['parseJson', 'v1.2.3-rc.1', '2.0.1']],
    ['It costs $1,234.50, 15 % more, and takes 250 ms.', ['$1,234.50', '15 %', '250 ms']],
    ['ECONNREFUSED at 192.168.0.1:8080, exit code 137', ['ECONNREFUSED', '192.168.0.1:8080', '137']],
    ['See https://example.org/a?b=c, #123, a@b.org.', ['https://example.org/a?b=c', '#123', 'a@b.org']],
    ['git commit --no-verify in ./scripts or ~/notes', ['--no-verify', './scripts', '~/notes']],
    ['std::io::Error in node_modules/.bin of 2024-05-15', ['std::io::Error', 'node_modules/.bin', '2024-05-15']],
    ['id 9f86d081-884c-4d65-9a2f-3b1c5d7e8f90', ['9f86d081-884c-4d65-9a2f-3b1c5d7e8f90']],
    ['错误E4042在文件server.log中', ['E4042', 'server.log']],
    ['«Größe» und „Straße 5“', ['Größe', 'Straße 5']],
  ])('finds in %j what must be found word for word', (query, keywords) => {
    expect(requiredKeywords(query)).toEqual(keywords)
  })

  it.each([
    'What is the long-term plan, and/or the 3rd option? It is 24/7 and 10x better, e.g. at 3 p.m.',
    "I don't think it's the teacher's or the boys' fault.",
    'PLEASE HELP ME NOW, THIS IS BROKEN',
    'We have 2 bags and 12 passengers.',
    'Wait... what? Yes!',
    'Ist das schöne Wetter morgen auch noch da?',
    '今天天气怎么样？',
  ])('finds nothing in %j', (query) => {
    expect(requiredKeywords(query)).toEqual([])
  })

  it('takes what the query says before the code that is pasted into it', () => {
    const pasted = Array.from({ length: 40 }, (_, index) => `const value_${index} = 1`).join('\n')
    const keywords = requiredKeywords(`\`\`\`ts\n${pasted}\n\`\`\`\nWhy is total_sum wrong, and 404?`)
    expect(keywords).toHaveLength(MAX_KEYWORDS)
    expect(keywords).toContain('total_sum')
    expect(keywords).toContain('404')
  })

  const piece = fc.oneof(
    fc.constantFrom(
      'E4042',
      'foo_bar',
      '"a b"',
      '`x`',
      '$5',
      '10 %',
      'src/a.ts',
      ' ',
      '\n',
      '```\n',
      '错误',
      '👩‍👩‍👧',
      "'",
      '/',
      '.',
    ),
    fc.string({ unit: 'binary', maxLength: 6 }),
  )
  const queries = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))

  it('gives stretches of the query, none twice, that the query holds as whole words', () => {
    fc.assert(
      fc.property(queries, (query) => {
        const keywords = requiredKeywords(query)
        expect(new Set(keywords).size).toBe(keywords.length)
        expect(keywords.length).toBeLessThanOrEqual(MAX_KEYWORDS)
        for (const keyword of keywords) expect(query).toContain(keyword)
      }),
    )
  })

  it('takes time in proportion to the text', () => {
    for (const unit of ['a', '-', '/', '1', '1,', '_a', "'a", '`', '"', 'a.', '$', ':\\', '```\n'])
      expect(requiredKeywords(unit.repeat(100_000)).length).toBeLessThanOrEqual(MAX_KEYWORDS)
  })

  const questions = realData('qa-xquad/queries.jsonl')
  it.skipIf(questions === undefined)(`finds few keywords in questions that people ask in words (${NEEDS_DATA})`, () => {
    const asked = recordsOf<{ question: string }>(questions!).map(({ question }) => requiredKeywords(question))
    const withKeywords = asked.filter((keywords) => keywords.length > 0)
    expect(withKeywords.length).toBeLessThan(asked.length / 5)
  })
})

describe('whether a text holds a keyword', () => {
  it.each([
    ['failed with E4042.', 'E4042', true],
    ['failed with e4042.', 'E4042', true],
    ['failed with E40421', 'E4042', false],
    ['错误E4042在', 'E4042', true],
    ['this is not so', 'NOT', false],
    ['connection\n   reset by peer', 'connection reset', true],
    ['it costs $5.', '$5', true],
    ['it costs $50.', '$5', false],
    ['user_id2', 'user_id', false],
  ])('in %j, %j: %j', (text, keyword, held) => {
    expect(holdsKeyword(readText(text), keyword)).toBe(held)
  })
})

describe('isRequired', () => {
  it.each(['E-4417', 'user_id', 'src/app.ts', '2.0.1-rc1', 'disk is full'])(
    'demands %s, which names one thing',
    (keyword) => {
      expect(isRequired(keyword)).toBe(true)
    },
  )

  it.each(['NOTE', 'weeks', '500'])('does not demand %s, which is as often no name', (keyword) => {
    expect(isRequired(keyword)).toBe(false)
  })
})
