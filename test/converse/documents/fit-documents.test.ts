import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMarkdownParser } from '../../../src/adapters/readers/markdown/markdown-parser.ts'
import { type FitDocumentsInput, fitDocuments } from '../../../src/converse/documents/fit-documents.ts'
import { shortenDocument } from '../../../src/converse/documents/shorten-document.ts'
import { fakeSummarizer } from '../../fakes/fake-summarizer.ts'

const weigh = (text: string): number => Math.ceil(text.length / 4)
const parser = createMarkdownParser()
const BASE: Omit<FitDocumentsInput, 'documents' | 'roomTokens'> = {
  query: 'What does E4042 mean at berth 7?',
  keywords: ['E4042'],
  heldElsewhere: [],
  relevanceFloor: 0.3,
  isShortening: true,
  markerOf: (document) => `[left out: ab${document}]`,
  count: weigh,
  weigh,
  parser,
}
const FILLER = 'The harbour was built long ago. Many ships came from the north. Fishing paid well for decades. '.repeat(
  8,
)
const doc = (body: string) => ({ before: '<doc>\n', body, after: '\n</doc>' })
const CODE = '```sh\nharbour --berth 7 --open\n\nharbour --close\n```'
const DOCUMENTS = [
  doc(`${FILLER}\n\nAt berth 7 the error E4042 means that the gate is shut.\n\n${FILLER}`),
  doc('Weather is fine. It will rain on Monday.'.repeat(10)),
  doc(`Open berth 7 by hand:\n\n${CODE}\n\n${FILLER}`),
]
const fitIn = (input: Partial<FitDocumentsInput> & { roomTokens: number }) =>
  fitDocuments({ ...BASE, documents: DOCUMENTS, ...input })
const tokensOf = (all: readonly { tokens: number }[]) => all.reduce((sum, { tokens }) => sum + tokens, 0)

describe('fitting documents into a room', () => {
  it('changes nothing that fits', async () => {
    expect((await fitIn({ roomTokens: 10_000 })).map(({ outcome }) => outcome)).toEqual([
      'verbatim',
      'verbatim',
      'verbatim',
    ])
  })

  it('leaves out what is below the floor first, and stops when it fits', async () => {
    const fitted = await fitIn({ roomTokens: 700 })
    expect(fitted.map(({ outcome }) => outcome)).toEqual(['verbatim', 'dropped', 'verbatim'])
    expect(fitted[1]!.text).toBe('[left out: ab1]')
  })

  it('then shortens, keeping the sentences of the query and its keyword', async () => {
    const fitted = await fitIn({ roomTokens: 200 })
    expect(tokensOf(fitted)).toBeLessThanOrEqual(200)
    expect(fitted[0]!.outcome).toBe('extracted')
    expect(fitted[0]!.text).toContain('At berth 7 the error E4042 means that the gate is shut.')
    expect(fitted[0]!.text).toMatch(/^<doc>\n[\s\S]*\n\[left out: ab0\]\n<\/doc>$/)
  })

  it('only leaves out where nothing may be shortened', async () => {
    const fitted = await fitIn({ roomTokens: 100, isShortening: false })
    expect(fitted.map(({ outcome }) => outcome)).toEqual(['verbatim', 'dropped', 'verbatim'])
  })

  it('keeps the last holder of a keyword, however little it has to do with the query', async () => {
    const scores = [0.01, 1, 0.5]
    const fitted = await fitIn({ roomTokens: 150, scores })
    expect(fitted[0]!.text).toContain('E4042')
    expect((await fitIn({ roomTokens: 150, scores, heldElsewhere: ['E4042'] }))[0]!.outcome).toBe('dropped')
  })

  it('takes a summary that keeps the facts, and sentences instead of one that does not', async () => {
    const good = fakeSummarizer(({ keep }) => `In short: ${keep.join(' ')} E4042 gate shut at berth 7.`)
    const taken = await fitIn({ roomTokens: 300, summarizer: { summarizer: good, timeoutMs: 1_000 } })
    expect(taken[0]!.outcome).toBe('summarized')
    const bad = fakeSummarizer(() => 'The gate is shut.')
    const refused = await fitIn({ roomTokens: 300, summarizer: { summarizer: bad, timeoutMs: 1_000 } })
    expect(refused[0]!.outcome).toBe('extracted')
    expect(refused[0]!.text).toContain('E4042')
  })

  const sentence = fc.constantFrom(
    'Berth 7 is free.',
    'E4042 is rare.',
    'It rains.',
    'Ships come and go all day long.',
    CODE,
    '# Heading',
    '{"a": 1}',
  )
  const body = fc.array(sentence, { minLength: 1, maxLength: 30 }).map((parts) => parts.join('\n\n'))
  it('never loses a keyword, and is over the room only when no more can go', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(body.map(doc), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 400 }),
        async (documents, roomTokens) => {
          const fitted = await fitIn({ documents, roomTokens })
          expect(fitted).toEqual(await fitIn({ documents, roomTokens }))
          const holds = (texts: readonly string[]) => texts.some((text) => text.includes('E4042'))
          expect(holds(fitted.map(({ text }) => text))).toBe(holds(documents.map((own) => own.body)))
          fitted.forEach(({ outcome, text }, index) => {
            const { before, body: whole, after } = documents[index]!
            if (outcome === 'verbatim') expect(text).toBe(before + whole + after)
            else expect(text).toContain(`[left out: ab${index}]`)
          })
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('shortening a document', () => {
  const shorten = (text: string, budgetTokens: number) =>
    shortenDocument({ text, query: 'berth 7', keywords: [], budgetTokens, weigh, parser })

  it('keeps what has to do with the query, in its order, with a mark for each gap', () => {
    expect(shorten('It rains. Berth 7 is free. Ships come and go.\n\nThe end of it all is here.', 8)).toBe(
      '[…] Berth 7 is free.\n[…]',
    )
  })

  it('keeps JSON and listings as they are', () => {
    const json = JSON.stringify({ rows: Array.from({ length: 50 }, (_, index) => ({ index })) }, null, 2)
    expect(shorten(json, 10)).toBe(json)
  })

  const block = fc.constantFrom(
    'Berth 7 is free. It rains.',
    CODE,
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '{"berth": 7,\n "b": [1, 2]}',
    '$ harbour --open 7',
    'Ships come. They go again. Nobody counts them.',
  )
  it('keeps code, tables, JSON and commands whole or not at all, and nothing but pieces of the text', () => {
    fc.assert(
      fc.property(
        fc.array(block, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 120 }),
        (blocks, budget) => {
          const text = blocks.join('\n\n')
          const kept = shorten(text, budget)
          for (const [whole, part] of [
            [CODE, 'harbour --close'],
            ['| 1 | 2 |', '| a | b |'],
            [' "b": [1, 2]}', '{"berth": 7,'],
          ] as const)
            expect(kept.split(whole).length).toBe(kept.split(part).length)
          for (const piece of kept.split('[…]')) expect(text).toContain(piece.trim())
        },
      ),
    )
  })
})
