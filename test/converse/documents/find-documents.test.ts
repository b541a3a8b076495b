import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readConversation } from '../../../src/converse/dialects/read-conversation.ts'
import { findDocuments } from '../../../src/converse/documents/find-documents.ts'
import { NEEDS_DATA, realData, recordsOf } from '../../support/real-data.ts'

function found(content: unknown, tags: readonly string[] = []): readonly string[] {
  const [message] = readConversation({ messages: [{ role: 'user', content }] }, 'anthropic').messages
  return findDocuments(message!, tags).map(({ part, bodyStart, bodyEnd }) => {
    const own = message!.parts[part]!
    return 'text' in own ? own.text.slice(bodyStart, bodyEnd).trim() : ''
  })
}

describe('documents in a message', () => {
  it.each([
    [
      'the long-context form',
      '<documents>\n<document index="1">\n<source>a.md</source>\n<document_content>\nFirst.\n</document_content>\n</document>\n<document index="2">\n<source>b.md</source>\n<document_content>\nSecond.\n</document_content>\n</document>\n</documents>\n\nWhich?',
      ['First.', 'Second.'],
    ],
    [
      'a description and then text',
      '<doc id="7"><title>Prices</title>Ten crowns.</doc>\n<doc>SLA</doc>',
      ['Ten crowns.', 'SLA'],
    ],
    [
      'a fence in a document',
      '<document>\n```\ncode, cut\n</document>\n<document>B</document>',
      ['```\ncode, cut', 'B'],
    ],
    [
      'a document in a document',
      '<document>A <document>inner</document> Z</document>',
      ['A <document>inner</document> Z'],
    ],
    ['other case', '<Document>A</Document>', ['A']],
  ])('are found in %s', (_, text, bodies) => {
    expect(found(text)).toEqual(bodies)
  })

  it.each([
    ['a fence', 'Look:\n```xml\n<document>A</document>\n```\nWhy?'],
    ['prose', 'What does <document> mean, and what does </document>?'],
    ['a code span', 'Use `<document>A</document>` for it.'],
    ['an open tag', '<document>\nA\n\nWhat is it?'],
    [
      'other tags',
      '<system-reminder>A</system-reminder>\n<context>B</context>\n<documents>C</documents>\n<doc-x>D</doc-x>',
    ],
    ['references', 'As said.\n\n[1] A. Author, A Title,\n1999.\n\n[2] B. Author,\n2001.'],
  ])('are not found in %s', (_, text) => {
    expect(found(text)).toEqual([])
  })

  it('are found between tags that the policy names', () => {
    expect(found('<context>B</context>', ['context'])).toEqual(['B'])
  })

  it('are texts of blocks, without what describes them', () => {
    const document = {
      type: 'document',
      title: 'T',
      context: 'C',
      source: { type: 'text', media_type: 'text/plain', data: 'A' },
    }
    const result = { type: 'search_result', title: 'T', source: 'S', content: [{ type: 'text', text: 'B' }] }
    expect(found([document, result, { type: 'text', text: 'Which?' }])).toEqual(['A', 'B'])
  })

  it('are those of a pack, the last one only where the pack stands alone in its text', () => {
    const pack = '[1] Harbour (docs/harbour.md)\nBerth 7 is free.\n\n[2] docs/pilots.md › Fees\nTen crowns.\n\n'
    expect(found(`${pack}Which berth?`)).toEqual(['Berth 7 is free.'])
    expect(
      found([
        { type: 'text', text: pack },
        { type: 'text', text: 'Which berth?' },
      ]),
    ).toEqual(['Berth 7 is free.', 'Ten crowns.'])
  })

  const piece = fc.constantFrom(
    '<document>',
    '</document>',
    '<doc a="1">',
    '</doc>',
    '\n',
    '```\n',
    'text',
    '[1] a.md\n',
    '[2] b/c (d.e)\n',
    '<document_content>',
    '</document_content>',
    '>',
    ' ',
  )
  it('never overlap, and lie in their text', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const content = pieces.join('')
        const [message] = readConversation({ messages: [{ role: 'user', content }] }, 'openai').messages
        let at = 0
        for (const { start, end, bodyStart, bodyEnd } of findDocuments(message!)) {
          expect([at, start, bodyStart, bodyEnd, end]).toEqual(
            [at, start, bodyStart, bodyEnd, end].toSorted((a, b) => a - b),
          )
          at = end
        }
        expect(at).toBeLessThanOrEqual(content.length)
      }),
    )
  })

  it('take time in proportion to the text', () => {
    for (const unit of [
      '<document>',
      '</document>',
      '<doc ',
      '```\n',
      '[1] a.md\n',
      '<',
      '<document>a</document>\n',
      '`',
      ' ',
    ])
      expect(found(unit.repeat(30_000)).length).toBeLessThanOrEqual(30_000)
  })

  const proposals = realData('docs-scale')
  it.skipIf(proposals === undefined)(`are not found in ordinary documentation (${NEEDS_DATA})`, () => {
    for (const name of ['docs-scale/rust-book.jsonl.gz', 'docs-scale/eips.jsonl.gz']) {
      const path = realData(name)
      if (path === undefined) continue
      for (const { text } of recordsOf<{ text: string }>(path)) expect(found(text)).toEqual([])
    }
  })
})
