import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readSources } from '../../../src/adapters/files/read-sources.ts'
import { folderWith, outline, readAll } from './support.ts'

const record = (id: unknown, text: unknown = 'text', more: object = {}): string => JSON.stringify({ id, text, ...more })

describe('reading a corpus of JSON lines', () => {
  it('gives each record as a document with its line', async () => {
    const lines = [
      record('one', 'first\n\0 text', {
        title: 'T',
        metadata: { year: 2024 },
        collection: 'c',
        mediaType: 'text/plain',
        other: 1,
      }),
      '',
      JSON.stringify({ id: 7, pageContent: 'second', title: null, metadata: null }),
    ]
    const folder = await folderWith({ 'a.jsonl': `\uFEFF${lines.join('\r\n')}` })
    const entries = await readAll([folder])
    expect(entries).toMatchObject([
      { kind: 'document', line: 1, root: folder },
      { kind: 'document', line: 3 },
    ])
    expect(entries.map((entry) => entry.kind === 'document' && entry.input)).toEqual([
      {
        uri: 'one',
        text: 'first\n\0 text',
        title: 'T',
        metadata: { year: 2024 },
        collection: 'c',
        mediaType: 'text/plain',
      },
      { uri: '7', text: 'second' },
    ])
  })

  it.each(['a.jsonl', 'a.ndjson', 'a.JSONL.gz', 'a.ndjson.gz'])('reads %s', async (name) => {
    const text = Array.from({ length: 3000 }, (_, number) =>
      record(`r${number}`, `Grüße 😀 ${number} `.repeat(50)),
    ).join('\n')
    const content = name.endsWith('gz') ? gzipSync(text) : text
    const folder = await folderWith({ [name]: content })
    const entries = await readAll([folder])
    expect(entries).toHaveLength(3000)
    expect(entries.at(-1)).toMatchObject({ line: 3000, input: { uri: 'r2999', text: 'Grüße 😀 2999 '.repeat(50) } })
    const source = readSources([folder], { latin1: false, maxFileBytes: 1000 })
    const sum = entries.reduce((total, entry) => total + entry.sizeBytes, 0)
    expect(await source.totalBytes).toBe(sum)
  })

  it('reports each line that is no record, by number and reason, and takes the rest', async () => {
    const bad = [
      '{"id": "x", "text": ',
      '[1]',
      '{"text": "no id"}',
      record('', 'x'),
      record('x', 7),
      record('x', 'x', { title: 1 }),
      record('x', 'x', { metadata: [] }),
      'null',
    ]
    const folder = await folderWith({ 'a.jsonl': `${record('first')}\n${bad.join('\n')}\n${record('last')}\n` })
    const lines = outline(await readAll([folder]))
    expect(lines[0]).toBe('document first')
    expect(lines[1]).toMatch(/^failed a\.jsonl:2 the line is not JSON: /)
    expect(lines.slice(2)).toEqual([
      'failed a.jsonl:3 the line is not a JSON object, and there is an array',
      'failed a.jsonl:4 the record needs an “id” that is text and not empty, and there is nothing',
      'failed a.jsonl:5 the record needs an “id” that is text and not empty, and there is an empty one',
      'failed a.jsonl:6 the record “x” needs a “text” that is text, and there is a number',
      'failed a.jsonl:7 “title” of the record “x” must be text, and there is a number',
      'failed a.jsonl:8 “metadata” of the record “x” must be an object, and there is an array',
      'failed a.jsonl:9 the line is not a JSON object, and there is null',
      'document last',
    ])
  })

  it('reports bytes that are not UTF-8', async () => {
    const folder = await folderWith({
      'a.jsonl': Buffer.concat([
        Buffer.from('{"id":"a","text":"'),
        Buffer.from([0xff]),
        Buffer.from(`"}\n${record('b')}`),
      ]),
    })
    expect(outline(await readAll([folder]))).toEqual(['failed a.jsonl:1 the line is not valid UTF-8', 'document b'])
  })

  it('lets the first of two records with one id win, and keeps collections apart', async () => {
    const folder = await folderWith({
      'a.jsonl': [record('x', '1'), record('x', '2'), record('x', '3', { collection: 'c' })].join('\n'),
      x: 'file',
    })
    expect(outline(await readAll([folder]))).toEqual([
      'document x',
      'failed a.jsonl:2 the id “x” is taken by line 1 of a.jsonl',
      'document x',
      'failed x the id “x” is taken by line 1 of a.jsonl',
    ])
  })

  it('leaves out a record above the limit without holding it', async () => {
    const folder = await folderWith({
      'a.jsonl': [record('a'), record('b', 'x'.repeat(500_000)), record('c')].join('\n'),
    })
    expect(outline(await readAll([folder], { maxFileBytes: 1000 }))).toEqual([
      'document a',
      'failed a.jsonl:2 the line has more than 1000 bytes, which is the limit',
      'document c',
    ])
  })

  it('gives up on a file of other lines', async () => {
    const folder = await folderWith({ 'log.jsonl': '{"level":"info"}\n'.repeat(5000) })
    const lines = outline(await readAll([folder]))
    expect(lines).toHaveLength(101)
    expect(lines.at(-1)).toBe('failed log.jsonl none of the first 100 lines is a record; the rest was not read')
  })

  it('keeps what stands before the place where a compressed file breaks off', async () => {
    const text = Array.from({ length: 20_000 }, (_, number) => record(`r${number}`, String(Math.sin(number)))).join(
      '\n',
    )
    const folder = await folderWith({ 'a.jsonl.gz': gzipSync(text).subarray(0, 200_000) })
    const entries = await readAll([folder])
    expect(entries.length).toBeGreaterThan(1000)
    expect(outline(entries).at(-1)).toMatch(
      /^failed a\.jsonl\.gz the file could be read up to line \d+ only: its compressed content breaks off$/,
    )
  })

  it('reports compressed content that is damaged, or none', async () => {
    const folder = await folderWith({ 'a.jsonl.gz': 'not gzip', 'b.jsonl.gz': '' })
    expect(outline(await readAll([folder]))[0]).toBe(
      'failed a.jsonl.gz the file could be read up to line 0 only: its compressed content is damaged',
    )
  })

  it('stops reading what was compressed beyond reason', async () => {
    const folder = await folderWith({ 'bomb.jsonl.gz': gzipSync(`${record('a')}\n${' '.repeat(30_000_000)}`) })
    expect(outline(await readAll([folder], { maxFileBytes: 1_000_000 }))).toEqual([
      'document a',
      expect.stringMatching(
        /^failed bomb\.jsonl\.gz the file could be read up to line 1 only: more than \d+ bytes come out/,
      ),
    ])
  })

  it('says so when the file grows while it is read', async () => {
    const folder = await folderWith({ 'a.jsonl': `${record('a')}\n${record('b')}\n` })
    const lines: string[] = []
    for await (const entry of readSources([folder], { latin1: false, maxFileBytes: 1000 }).entries) {
      if (lines.length === 0) await appendFile(join(folder, 'a.jsonl'), 'x')
      lines.push(...outline([entry]))
    }
    expect(lines.at(-1)).toBe('failed a.jsonl the file changed while it was read')
  })

  it('stops when it is cancelled, and closes the file', async () => {
    const folder = await folderWith({
      'a.jsonl': Array.from({ length: 1000 }, (_, number) => record(`r${number}`)).join('\n'),
    })
    const controller = new AbortController()
    const reading = async (): Promise<void> => {
      for await (const _ of readSources([folder], { latin1: false, maxFileBytes: 1000, signal: controller.signal })
        .entries)
        controller.abort()
    }
    await expect(reading()).rejects.toMatchObject({ code: 'CANCELLED' })
  })
})
