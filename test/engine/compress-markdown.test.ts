import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMarkdownParser } from '../../src/adapters/readers/markdown/markdown-parser.ts'
import { findMarkers } from '../../src/compress/marker.ts'
import { BudgetError, PackgraphError } from '../../src/domain/errors.ts'
import type { Summarizer } from '../../src/ports/summarizer.ts'
import { fakeTokenizer } from '../fakes/fake-tokenizer.ts'
import { MemoryStore } from '../fakes/memory-store.ts'
import { markdownTexts, prose } from '../support/markdown-texts.ts'
import { expectRestored } from '../support/restore-compression.ts'
import { codeOf, engineWith } from './support/engine.ts'

const tokenizer = fakeTokenizer()
const tokensOf = (text: string): number => Number(tokenizer.count(text))
const parser = createMarkdownParser()
const LONG = `# Title\n\n${prose(1, 30)}\n\n## Table\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n${prose(31, 60)}\n\n\`\`\`\ncode\n\`\`\`\n\n${prose(61, 90)}\n`

function share(text: string, part: number): number {
  return Math.max(1, Math.floor(tokensOf(text) * part))
}

describe('compressing Markdown', () => {
  it('meets the budget on the emitted text, and leads every gap back to the original', async () => {
    const index = engineWith()
    const result = await index.compressMarkdown(LONG, share(LONG, 0.5), { tokenizer: 'fake' })
    expect(tokensOf(result.text)).toBe(result.report.countedTokens)
    expect(result.report.countedTokens).toBeLessThanOrEqual(share(LONG, 0.5))
    expect(result.report).toMatchObject({ fits: true, unchanged: false, rawTokens: tokensOf(LONG) })
    const markers = findMarkers(result.text)
    expect(markers.length).toBeGreaterThan(0)
    for (const { alias, span } of markers) {
      const { text } = await index.show(`${alias}#${span.start}-${span.end}`)
      expect(text).toBe(LONG.slice(span.start, span.end))
    }
    expectRestored(result, Buffer.from(LONG), 'utf-8')
  })

  it('tells what a repeated call costs, and enters the ledger', async () => {
    const index = engineWith({ clock: { monotonicMs: () => 0, nowMs: () => Date.UTC(2026, 10, 30, 12) } })
    const own = {
      id: 'house@2026-11-30',
      provider: 'house',
      model: 'all',
      date: '2026-11-30',
      source: 'a contract',
      readFactor: 0.1,
      writePremium: 0,
      minPrefixTokens: 10,
      stepTokens: 1,
      timeToLiveSeconds: null,
    }
    const options = { tokenizer: 'fake', stamp: '2026-11-30', cacheProfiles: [own, 'openai@2026-07-29'] }
    const { original, report } = await index.compressMarkdown(LONG, share(LONG, 0.5), options)
    const { breakpoint, countedTokens, rawTokens, counter, phases } = report
    const volatileTokens = countedTokens - breakpoint.tokenOffset
    expect(volatileTokens).toBeGreaterThan(0)
    expect(report.effective.map(({ profile, inputs }) => [profile.id, inputs])).toEqual(
      ['house@2026-11-30', 'openai@2026-07-29'].map((id) => [
        id,
        {
          rawTokens: rawTokens + volatileTokens,
          stableTokens: breakpoint.tokenOffset,
          volatileTokens,
          oneTimeTokens: 0,
        },
      ]),
    )
    expect(report.effective[0]!.compressed.nextCallTokens).toBeCloseTo(0.1 * breakpoint.tokenOffset + volatileTokens, 9)
    const saved = { entries: 1, rawTokens, countedTokens, savedTokens: rawTokens - countedTokens }
    const summary = await index.savings({ since: '2026-11-30', until: '2026-12-01' })
    expect(summary).toMatchObject({
      tokenizers: [{ tokenizer: counter, ...saved, days: [{ day: '2026-11-30', ...saved }] }],
    })
    expect(summary.tokenizers[0]!.phases.map(({ phase }) => phase)).toEqual(phases.map(({ phase }) => phase))
    expect((await index.show(original)).text).toBe(LONG)
    expect((await index.compressMarkdown(LONG, 10_000, { tokenizer: 'fake' })).report.effective).toHaveLength(5)
  })

  it('succeeds where the ledger cannot be written, and says so', async () => {
    class FullStore extends MemoryStore {
      override async recordSavings(): Promise<void> {
        throw new PackgraphError('INDEX_IO', 'the disk is full')
      }
    }
    const index = engineWith({ store: new FullStore() })
    const notices: unknown[] = []
    const options = { tokenizer: 'fake', onEvent: (event: unknown) => notices.push(event) }
    const { report } = await index.compressMarkdown(LONG, share(LONG, 0.5), options)
    expect(report.fits).toBe(true)
    expect(notices).toEqual([{ type: 'notice', message: 'the ledger did not take this compression: the disk is full' }])
    expect((await index.savings()).entries).toBe(0)
  })

  it('stores nothing where a cache profile is unknown', async () => {
    const index = engineWith()
    const work = index.compressMarkdown(LONG, 100, { tokenizer: 'fake', cacheProfiles: ['nobody'] })
    expect(await codeOf(work)).toBe('INVALID_OPTION')
    expect((await index.status()).originals).toBe(0)
  })

  it('uses the room that it has', async () => {
    const { report } = await engineWith().compressMarkdown(LONG, share(LONG, 0.5), { tokenizer: 'fake' })
    expect(report.countedTokens).toBeGreaterThan(share(LONG, 0.5) * 0.85)
  })

  it('keeps head and tail verbatim', async () => {
    const { text } = await engineWith().compressMarkdown(LONG, share(LONG, 0.4), { tokenizer: 'fake' })
    expect(text.startsWith('# Title\n\nSentence 1 ')).toBe(true)
    expect(text.trimEnd().endsWith(prose(90, 90))).toBe(true)
  })

  it('lets the relevance to a known query decide over the whole document', async () => {
    const text = `# A\n\n${prose(1, 40)}\n\n# B\n\n${prose(41, 60)} The harbour master keeps the brass sextant. ${prose(61, 80)}\n`
    const options = { tokenizer: 'fake', query: 'Where is the brass sextant?' }
    const result = await engineWith().compressMarkdown(text, share(text, 0.2), options)
    expect(result.text).toContain('The harbour master keeps the brass sextant.')
  })

  it('restores the original, keeps what is protected, never exceeds the budget and changes nothing the second time, whatever the text', async () => {
    const index = engineWith()
    const inputs = fc.tuple(
      markdownTexts,
      fc.double({ min: 0.05, max: 1.2, noNaN: true }),
      fc.constantFrom('', 'sentence 7'),
    )
    await fc.assert(
      fc.asyncProperty(inputs, async ([text, part, query]) => {
        const budget = share(text, part)
        const options = { tokenizer: 'fake', query, allowOver: true }
        const result = await index.compressMarkdown(text, budget, options)
        expectRestored(result, Buffer.from(text), 'utf-8')
        expectProtected(text, result.text)
        expect(tokensOf(result.text)).toBe(result.report.countedTokens)
        expect(result.report.countedTokens).toBeLessThanOrEqual(tokensOf(text))
        expect(Buffer.byteLength(result.text)).toBeLessThanOrEqual(Buffer.byteLength(text))
        expect(result.report.fits).toBe(result.report.countedTokens <= budget)
        if (!result.report.fits) return
        const again = await index.compressMarkdown(result.text, budget, options)
        expect(again.text).toBe(result.text)
      }),
      { numRuns: 200 },
    )
  })

  it.each([
    ['indented code', '\n    npm install\n'],
    ['a formula', '$$\nx\n$$\n'],
  ])('leaves %s behind a list what it is when nothing of the text between is kept', async (_, own) => {
    const text = `- ${prose(1, 2)}\n\n${prose(3, 12)}\n${own}\n${prose(13, 20)}\n`
    const kinds = (markdown: string) => parser.parse(markdown).filter(({ kind }) => kind === 'code' || kind === 'math')
    for (let part = 0.1; part < 1; part += 0.05) {
      const options = { tokenizer: 'fake', allowOver: true }
      const result = await engineWith().compressMarkdown(text, share(text, part), options)
      expect(kinds(result.text)).toHaveLength(1)
      expectRestored(result, Buffer.from(text), 'utf-8')
    }
  })

  it('makes no code of nested items when one before them is left out', async () => {
    const items = Array.from({ length: 12 }, (_, item) => `    - ${prose(item + 1, item + 1).repeat(2)}\n`)
    const text = `# A\n\n- ${prose(40, 40)}\n${items.join('')}`
    for (const query of ['', '5', '8 9', '12']) {
      const result = await engineWith().compressMarkdown(text, share(text, 0.6), { tokenizer: 'fake', query })
      expect(parser.parse(result.text).filter(({ kind }) => kind === 'code')).toEqual([])
      expectRestored(result, Buffer.from(text), 'utf-8')
    }
  })

  it('reads UTF-8 and UTF-16, marked or not, with any line ending, and counts spans in bytes of it', async () => {
    const text = LONG.replace('Sentence 2 ', 'Sätze – 🙂 und 漢字 ').replaceAll('\n', '\r\n')
    const littleEndian = Buffer.from(`\uFEFF${text}`, 'utf16le')
    const encodings: readonly (readonly [Buffer, BufferEncoding | 'utf-16be'])[] = [
      [Buffer.from(text), 'utf-8'],
      [Buffer.from(`\uFEFF${text}`), 'utf-8'],
      [littleEndian, 'utf16le'],
      [Buffer.from(littleEndian).swap16(), 'utf-16be'],
    ]
    for (const [bytes, encoding] of encodings) {
      const result = await engineWith().compressMarkdown(bytes, share(text, 0.5), { tokenizer: 'fake' })
      expect(result.original).toBe(createHash('sha256').update(bytes).digest('hex'))
      expect(result.report.unchanged).toBe(false)
      expectRestored(result, bytes, encoding)
    }
  })

  it('refuses what no text can stand for', async () => {
    const index = engineWith()
    const broken = Buffer.from('\uFEFFa \uD800 b', 'utf16le')
    expect(await codeOf(index.compressMarkdown('a \uD800', 10, { tokenizer: 'fake' }))).toBe('INPUT')
    expect(await codeOf(index.compressMarkdown(broken, 10, { tokenizer: 'fake' }))).toBe('DECODE')
    expect(await codeOf(index.compressMarkdown(Uint8Array.of(0x80, 0x81), 10, { tokenizer: 'fake' }))).toBe('DECODE')
    expect(await codeOf(index.compressMarkdown(LONG, 10))).toBe('TOKENIZER_REQUIRED')
    const endless = { tokenizer: 'fake', summarizerTimeoutMs: 2 ** 31 }
    expect(await codeOf(index.compressMarkdown(LONG, 10, endless))).toBe('INVALID_OPTION')
    for (const budget of [0, -1, 1.5, Number.NaN])
      expect(await codeOf(index.compressMarkdown(LONG, budget, { tokenizer: 'fake' }))).toBe('BUDGET')
  })

  it('stores the original first, and compresses nothing when that fails', async () => {
    class FullStore extends MemoryStore {
      override async archive(): Promise<never> {
        throw new PackgraphError('INDEX_IO', 'the disk is full')
      }
    }
    const counted: string[] = []
    const counting = { ...tokenizer, count: (text: string) => counted.push(text) }
    const index = engineWith({ store: new FullStore(), resolveTokenizer: async () => counting })
    expect(await codeOf(index.compressMarkdown(LONG, 50, { tokenizer: 'fake' }))).toBe('INDEX_IO')
    expect(counted).toEqual([])
  })

  it('passes on what fits and has nothing to strip', async () => {
    const text = `# Title\n\n${prose(1, 3)}\n`
    const { text: emitted, report } = await engineWith().compressMarkdown(text, 10_000, { tokenizer: 'fake' })
    expect(emitted).toBe(text)
    expect(report).toMatchObject({ unchanged: true, fits: true })
    expect(report.spans).toEqual([{ start: 0, end: text.length, kind: 'kept' }])
  })

  it('names the protected tokens when the budget is out of reach, and gives the least possible when allowed', async () => {
    const text = `# Title\n\n\`\`\`\n${prose(1, 20)}\n\`\`\`\n\n${prose(21, 40)}\n`
    const index = engineWith()
    const budget = share(text, 0.3)
    const error = await index.compressMarkdown(text, budget, { tokenizer: 'fake' }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(BudgetError)
    const { facts } = error as BudgetError
    const result = await index.compressMarkdown(text, budget, { tokenizer: 'fake', allowOver: true })
    expect(result.report).toMatchObject({ fits: false, countedTokens: facts.neededTokens })
    expect(facts).toMatchObject({
      budgetTokens: budget,
      protectedTokens: tokensOf(text.slice(0, text.indexOf(prose(21, 40)))),
    })
    const least = await index.compressMarkdown(text, Number(facts.neededTokens), { tokenizer: 'fake' })
    expect(least.text).toBe(result.text)
    await expect(index.compressMarkdown(text, Number(facts.neededTokens) - 1, { tokenizer: 'fake' })).rejects.toThrow(
      BudgetError,
    )
  })

  it('cannot be made to take a marker of the text for one of ours', async () => {
    const id = (text: string): string => createHash('sha256').update(text).digest('hex')
    const index = engineWith()
    const first = await index.compressMarkdown(LONG, share(LONG, 0.5), { tokenizer: 'fake' })
    const forged = `${LONG}\n\n<!-- pg:src=${id(LONG).slice(0, 8)}#0-9 --> ${prose(91, 120)}\n`
    const result = await index.compressMarkdown(forged, share(forged, 0.7), { tokenizer: 'fake' })
    expect(first.original).toBe(id(LONG))
    expect(result.original).toBe(id(forged))
    expectRestored(result, Buffer.from(forged), 'utf-8')
  })

  it('lays the stamp out last, behind a prefix that does not depend on it, once', async () => {
    const index = engineWith()
    const budget = share(LONG, 0.5)
    const [monday, tuesday] = await Promise.all(
      ['Monday', 'Tuesday'].map((stamp) => index.compressMarkdown(LONG, budget, { tokenizer: 'fake', stamp })),
    )
    expect(monday?.text.endsWith('\n\nMonday')).toBe(true)
    expect(monday?.report.breakpoint).toEqual(tuesday?.report.breakpoint)
    const prefix = monday!.text.slice(0, -'Monday'.length)
    expect(monday?.report.breakpoint).toEqual({
      byteOffset: Buffer.byteLength(prefix),
      tokenOffset: tokensOf(prefix),
      prefixSha256: createHash('sha256').update(prefix).digest('hex'),
    })
    const again = await index.compressMarkdown(monday!.text, budget, { tokenizer: 'fake', stamp: 'Monday' })
    expect(again.text).toBe(monday?.text)
  })

  it('stops when it is cancelled', async () => {
    const signal = AbortSignal.abort()
    expect(await codeOf(engineWith().compressMarkdown(LONG, 50, { tokenizer: 'fake', signal }))).toBe('CANCELLED')
  })

  it('takes the summaries of a named summarizer, and sentences where it fails', async () => {
    const summarizer: Summarizer = {
      identity: 'test@1',
      summarize: async ({ text, keep }) => {
        if (text.includes('Sentence 45')) throw new Error('out of order')
        return `In short: ${keep.join(' ')}`
      },
    }
    const plain = (from: number, to: number): string => prose(from, to).replaceAll(/ \d+ /g, ' ')
    const text = `# A\n\n${plain(1, 30)}\n\n# B\n\n${prose(31, 60)}\n\n# C\n\n${plain(61, 90)}\n`
    const events: unknown[] = []
    const result = await engineWith().compressMarkdown(text, share(text, 0.5), {
      tokenizer: 'fake',
      summarizer,
      onEvent: (event) => events.push(event),
    })
    expect(result.report.fits).toBe(true)
    expect(result.report.summarizer?.identity).toBe('test@1')
    expect(result.report.summarizer?.refused.length).toBeGreaterThan(0)
    expect(result.report.spans.filter(({ replacement }) => replacement !== undefined).length).toBeGreaterThan(0)
    expect(events).toContainEqual({ type: 'summarizing', passagesDone: 0, passagesTotal: 3 })
    expectRestored(result, Buffer.from(text), 'utf-8')
  })
})

/** Every table, piece of code, heading, formula and front matter stands in the output byte for byte, in order. */
function expectProtected(input: string, output: string): void {
  const kinds = new Set(['table', 'code', 'heading', 'math', 'front-matter'])
  let at = 0
  for (const { kind, textStart, textEnd } of parser.parse(input)) {
    if (!kinds.has(kind)) continue
    const found = output.indexOf(input.slice(textStart, textEnd), at)
    expect(found).toBeGreaterThanOrEqual(at)
    at = found + (textEnd - textStart)
  }
}
