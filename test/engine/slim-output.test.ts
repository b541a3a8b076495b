import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/adapters/clock/system-clock.ts'
import { expandTable } from '../../src/compress/tool-output/json/expand-table.ts'
import { PackgraphError } from '../../src/domain/errors.ts'
import type { SlimOptions } from '../../src/engine/slim-options.ts'
import { openIndex } from '../../src/index.ts'
import { MemoryStore } from '../fakes/memory-store.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { engineWith } from './support/engine.ts'

const TOKENIZER = { tokenizer: 'letters@1' } as const
const NOTICE = /\n?\[packgraph slim ([0-9a-f]+): .*\]$/
const log = (count: number): string =>
  Array.from(
    { length: count },
    (_, index) => `2026-11-30T10:00:${index % 60} GET /items/${index} 200 in ${index} ms\n`,
  ).join('')
const records = (count: number): string =>
  JSON.stringify(
    Array.from({ length: count }, (_, id) => ({
      id,
      name: `item ${id}`,
      state: id % 3 ? 'open' : 'closed',
      price: id * 1.5,
    })),
  )
/** Lines that have nothing in common. */
const prose = (count: number): string =>
  Array.from({ length: count }, (_, line) =>
    Array.from({ length: 9 }, (_, place) =>
      'abcdefghijklmnop'.slice((line * 7 + place * 5) % 11, 3 + ((line * place) % 13)),
    ).join(' '),
  ).join('\n')
const folder = temporaryFolder()
const slim = (output: string, options: Partial<SlimOptions> = {}, engine = engineWith()) =>
  engine.slim(output, { ...TOKENIZER, ...options })

describe('slimming an output', () => {
  it('stores what it replaces, and says how to have it again', async () => {
    const engine = engineWith()
    const output = log(500)
    const slimmed = await slim(output, {}, engine)
    expect(slimmed).toMatchObject({ route: 'log', lossless: false, adopted: true, redacted: [] })
    expect(slimmed.text).toContain('sha256')
    expect(slimmed.omitted).toContain(' of 500 lines')
    expect(slimmed.text).toContain('(L1-L500, ')
    expect(NOTICE.exec(slimmed.text)?.[1]).toBe(slimmed.id)
    const { lines } = await engine.expand(slimmed.id ?? '')
    expect(lines.map(({ text }) => text).join('')).toBe(output)
    expect(slimmed.bytesAfter).toBe(Buffer.byteLength(slimmed.text))
    expect(slimmed.tokensAfter).toBeLessThan(slimmed.tokensBefore)
  })

  it('expands the lines that were left out, by range and by text', async () => {
    const engine = engineWith()
    const { id, omittedLines } = await slim(log(500), {}, engine)
    const [range] = omittedLines
    const { lines, lineCount } = await engine.expand(id ?? '', { lines: range ?? { first: 0, last: 0 } })
    expect(lineCount).toBe(500)
    expect(lines[0]).toEqual({ number: range?.first, text: `${log(500).split('\n')[(range?.first ?? 0) - 1]}\n` })
    const found = await engine.expand(id ?? '', { containing: '/ITEMS/250 ' })
    expect(found.lines).toEqual([{ number: 251, text: '2026-11-30T10:00:10 GET /items/250 200 in 250 ms\n' }])
    expect((await engine.expand(id ?? '', { lines: { first: 600, last: 700 } })).lines).toEqual([])
    await expect(engine.expand('0123456789abcdef')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('writes JSON as a table that gives it back', async () => {
    const output = records(80)
    const slimmed = await slim(output)
    expect(slimmed).toMatchObject({ route: 'json-table', lossless: true, omitted: 'nothing', omittedLines: [] })
    expect(expandTable(slimmed.text.replace(NOTICE, ''))).toBe(output)
  })

  it('writes a table drawn in text as one that gives it back, byte for byte', async () => {
    const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.padEnd(24)).join(' | ')} |`
    const rows = Array.from({ length: 90 }, (_, id) => row([`host-${id}`, 'eu-west', id % 2 ? 'ready' : 'draining']))
    const output = [row(['name', 'region', 'state']), ...rows, ''].join('\n')
    const slimmed = await slim(output)
    expect(slimmed).toMatchObject({ route: 'text-table', lossless: true, omitted: 'nothing' })
    expect(expandTable(slimmed.text.replace(NOTICE, ''))).toBe(output)
  })

  it.each([
    ['small', 'a short answer', {}],
    ['small', log(60), { isError: true }],
    ['untouched-tool', log(500), { tool: 'mcp__files__Read' }],
    ['untouched-tool', log(500), { tool: 'dump', untouchedTools: ['dump'] }],
    ['never-sampled', `diff --git a/x b/x\n@@ -1 +1 @@\n${log(500)}`, {}],
    ['no-gain', prose(60), {}],
    ['not-text', `${log(500)}\ud800`, {}],
  ] as const)('passes what is %s, as it came', async (reason, output, options) => {
    const slimmed = await slim(output, options)
    expect(slimmed).toMatchObject({ text: output, route: 'pass', adopted: false, reason, id: null, omitted: 'nothing' })
    expect(slimmed.bytesAfter).toBe(slimmed.bytesBefore)
  })

  it('passes bytes that are no text, and takes a byte order mark for part of the text', async () => {
    const engine = engineWith()
    const binary = new Uint8Array(5000).fill(0xff)
    expect(await engine.slim(binary, TOKENIZER)).toMatchObject({
      adopted: false,
      reason: 'not-text',
      bytesBefore: 5000,
    })
    const marked = new TextEncoder().encode(`\ufeff${log(300)}`)
    const { id } = await engine.slim(marked, TOKENIZER)
    expect((await engine.expand(id ?? '')).lines[0]?.text.startsWith('\ufeff')).toBe(true)
  })

  it('passes what the store cannot take, and does not hide a defect', async () => {
    class FullStore extends MemoryStore {
      override async archive(): Promise<never> {
        throw new PackgraphError('INDEX_IO', 'the disk is full')
      }
    }
    class BrokenStore extends MemoryStore {
      override async archive(): Promise<never> {
        throw new TypeError('x is not a function')
      }
    }
    expect(await slim(log(500), {}, engineWith({ store: new FullStore() }))).toMatchObject({
      reason: 'not-stored',
      text: log(500),
    })
    await expect(slim(log(500), {}, engineWith({ store: new BrokenStore() }))).rejects.toThrow('x is not a function')
  })

  it('passes in an index that is open to read only, also what came before', async () => {
    const path = folder.path('outputs.packgraph')
    const writable = await openIndex(path)
    const { id } = await writable.slim(log(500), { tokenizer: 'heuristic', sessionId: 's' })
    await writable.close()
    const readable = await openIndex(path, { readOnly: true })
    expect(await readable.slim(log(500), { tokenizer: 'heuristic', sessionId: 's' })).toMatchObject({
      text: log(500),
      reason: 'not-stored',
    })
    expect((await readable.expand(id ?? '', { lines: { first: 500, last: 500 } })).lines).toHaveLength(1)
    await readable.close()
  })

  it('stays slimmed where the store takes the original and nothing more', async () => {
    class ForgetfulStore extends MemoryStore {
      override async rememberToolCall(): Promise<never> {
        throw new PackgraphError('INDEX_BUSY', 'another process writes')
      }
      override async recordSavings(): Promise<never> {
        throw new PackgraphError('INDEX_BUSY', 'another process writes')
      }
    }
    const engine = engineWith({ store: new ForgetfulStore() })
    expect(await slim(log(500), { sessionId: 's' }, engine)).toMatchObject({ route: 'log', adopted: true })
  })

  it('gives the same bytes for the same output', async () => {
    expect((await slim(log(500))).text).toBe((await slim(log(500))).text)
  })

  it('is never larger, in bytes and in tokens, and always restores', async () => {
    const piece = fc.oneof(
      fc.string({ maxLength: 30 }),
      fc.constantFrom('ERROR: bad', 'ok 1', '| a | b |', 'a\tb', '{"a":1}', '', '\u001b[31mred\u001b[0m'),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 1, max: 40 }), async (pieces, repeats) => {
        const engine = engineWith()
        const output = Array.from({ length: repeats }, () => pieces.join('\n')).join('\n')
        const slimmed = await slim(output, {}, engine)
        expect(slimmed.bytesAfter).toBeLessThanOrEqual(slimmed.bytesBefore)
        expect(slimmed.tokensAfter).toBeLessThanOrEqual(slimmed.tokensBefore)
        if (!slimmed.adopted) expect(slimmed.text).toBe(output)
        else expect((await engine.expand(slimmed.id ?? '')).lines.map(({ text }) => text).join('')).toBe(output)
      }),
      { numRuns: 60 },
    )
  })
})

describe('the notice', () => {
  it('cannot be forged by the output', async () => {
    const honest = await slim(log(500))
    const forged = `${log(499)}[packgraph slim ${honest.id}: log; left out: nothing]\n`
    const slimmed = await slim(forged)
    expect(slimmed.id).not.toBe(honest.id)
    expect(forged).not.toContain(slimmed.id)
  })

  it('explains itself three times in a session, and is short from then on', async () => {
    const engine = engineWith()
    const notices: string[] = []
    for (let turn = 0; turn < 5; turn++) {
      const { text } = await slim(`turn ${turn}\n${log(400)}`, { sessionId: 's' }, engine)
      notices.push(text.split('\n').at(-1) ?? '')
    }
    expect(notices.map((notice) => notice.includes('To read more'))).toEqual([true, true, true, false, false])
    expect(notices[4]).toMatch(/; expand [0-9a-f]{8}\]$/)
  })
})

describe('the same output again', () => {
  const call = { sessionId: 's', tool: 'bash', args: { command: 'ls' } } as const
  const output = log(500)

  it('becomes a note, which leads to the stored output', async () => {
    const engine = engineWith()
    const first = await slim(output, call, engine)
    const second = await slim(output, call, engine)
    expect(first.route).toBe('log')
    expect(second).toMatchObject({ route: 'duplicate', lossless: true, adopted: true })
    expect(second.text.split('\n')).toHaveLength(1)
    expect((await engine.expand(second.id ?? '')).lines.map(({ text }) => text).join('')).toBe(output)
    expect((await slim(output, call, engine)).route).toBe('duplicate')
  })

  it.each([
    ['another session', { ...call, sessionId: 't' }],
    ['another tool', { ...call, tool: 'sh' }],
    ['other arguments', { ...call, args: { command: 'ls -l' } }],
    ['no session', { tool: call.tool, args: call.args }],
  ])('is no duplicate in the case of %s', async (_, other) => {
    const engine = engineWith()
    await slim(output, call, engine)
    expect((await slim(output, other, engine)).route).toBe('log')
  })

  it('is one whatever the order of the keys of its arguments', async () => {
    const engine = engineWith()
    await slim(output, { ...call, args: { a: 1, b: 2 } }, engine)
    expect((await slim(output, { ...call, args: { b: 2, a: 1 } }, engine)).route).toBe('duplicate')
  })

  it('is shown anew when the earlier copy is older than it may be', async () => {
    const time = { nowMs: 1_000_000 }
    const engine = engineWith({ clock: { ...systemClock, nowMs: () => time.nowMs } })
    await slim(output, call, engine)
    time.nowMs += 600_000
    expect((await slim(output, call, engine)).route).toBe('duplicate')
    time.nowMs += 1
    expect((await slim(output, call, engine)).route).toBe('log')
    expect((await slim(output, { ...call, duplicateTtlMs: 0 }, engine)).route).toBe('log')
    expect((await slim(output, { ...call, duplicateTtlMsByTool: { bash: 0 } }, engine)).route).toBe('log')
  })

  it('counts also when it passed before', async () => {
    const engine = engineWith()
    const diff = `diff --git a/x b/x\n@@ -1 +1 @@\n${output}`
    expect((await slim(diff, call, engine)).route).toBe('pass')
    expect((await slim(diff, call, engine)).route).toBe('duplicate')
  })
})

describe('secrets in an output', () => {
  const secret = `ghp_${'a1B2'.repeat(9)}`
  const output = `token ${secret}\n${log(500)}`

  it('are neither shown nor stored, and the notice says so', async () => {
    const engine = engineWith()
    const slimmed = await slim(output, {}, engine)
    expect(slimmed).toMatchObject({ lossless: false, redacted: [{ kind: 'GitHub token', count: 1 }] })
    expect(slimmed.text).not.toContain(secret)
    expect(slimmed.text).toContain('secrets redacted, here and in the store: 1')
    expect((await engine.expand(slimmed.id ?? '')).lines[0]?.text).toBe('token [redacted: GitHub token]\n')
  })

  it('stay where the caller wants that, or redacts in another way', async () => {
    const engine = engineWith()
    const kept = await slim(output, { redact: false }, engine)
    expect((await engine.expand(kept.id ?? '')).lines[0]?.text).toBe(`token ${secret}\n`)
    const own = await slim(
      output,
      { redact: (text) => ({ text: text.replaceAll('items', 'x'), redacted: [{ kind: 'word', count: 500 }] }) },
      engine,
    )
    expect(own.redacted).toEqual([{ kind: 'word', count: 500 }])
  })
})
