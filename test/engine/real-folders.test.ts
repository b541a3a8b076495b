import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ContextIndex, openIndex } from '../../src/index.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
let count = 0
let root: string
let index: ContextIndex

beforeEach(async () => {
  count++
  root = folder.path(`files-${count}`)
  mkdirSync(root)
  index = await openIndex(folder.path(`${count}.packgraph`))
})
afterEach(() => index.close())

function write(name: string, text: string): string {
  const path = join(root, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

async function uris(): Promise<readonly string[]> {
  const { hits } = await index.search('text', { limit: 100 })
  return hits.map(({ uri }) => uri).sort()
}

const record = (id: string): string => JSON.stringify({ id, text: `text of ${id}` })

describe('folders indexed again', () => {
  it('lose what is gone, down to the last file', async () => {
    const one = write('one.md', 'text one')
    const two = write('sub/two.md', 'text two')
    await index.addFiles([root])
    rmSync(two)
    expect(await index.addFiles([root])).toMatchObject({ documentsRemoved: 1, documentsUnchanged: 1 })
    rmSync(one)
    expect(await index.addFiles([root])).toMatchObject({ documentsRemoved: 1 })
    expect(await uris()).toEqual([])
  })

  it('keep what was read as Latin-1 or under a larger limit', async () => {
    write('plain.md', 'text')
    write('large.md', `text ${'and more '.repeat(100)}`)
    writeFileSync(join(root, 'latin.md'), Buffer.from('text caf\xe9', 'latin1'))
    await index.addFiles([root], { latin1: true })
    const report = await index.addFiles([root], { maxFileBytes: 100 })
    expect(report.skipped.map(({ uri }) => uri)).toEqual(['large.md', 'latin.md'])
    expect(report.documentsRemoved).toBe(0)
  })

  it('do not touch documents of a folder inside or around them', async () => {
    write('outer.md', 'text outer')
    write('sub/inner.md', 'text inner')
    await index.addFiles([root])
    await index.addFiles([join(root, 'sub')])
    expect(await uris()).toContain('outer.md')
    await index.addFiles([root])
    const found = (await index.status()).documents
    expect(found).toBe(3)
    rmSync(join(root, 'sub/inner.md'))
    expect(await index.addFiles([root])).toMatchObject({ documentsRemoved: 1 })
    expect(await index.addFiles([join(root, 'sub')])).toMatchObject({ documentsRemoved: 1 })
    expect(await uris()).toEqual(['outer.md'])
  })

  it('take over files that were first indexed alone', async () => {
    const one = write('one.md', 'text one')
    write('two.md', 'text two')
    await index.addFiles([one])
    await index.addFiles([root])
    rmSync(one)
    expect(await index.addFiles([root])).toMatchObject({ documentsRemoved: 1 })
    expect(await uris()).toEqual(['two.md'])
  })
})

describe('corpora indexed again', () => {
  it('lose records that are gone, be they given as a file or in their folder', async () => {
    const corpus = write('corpus.jsonl', [record('a'), record('b'), record('c')].join('\n'))
    await index.addFiles([corpus])
    writeFileSync(corpus, [record('a'), record('b')].join('\n'))
    expect(await index.addFiles([corpus])).toMatchObject({ documentsRemoved: 1 })
    await index.addFiles([root])
    writeFileSync(corpus, record('a'))
    expect(await index.addFiles([root])).toMatchObject({ documentsRemoved: 1 })
    expect(await uris()).toEqual(['a'])
  })

  it('lose nothing when a line is broken', async () => {
    const corpus = write('corpus.jsonl', [record('a'), record('b')].join('\n'))
    await index.addFiles([corpus])
    writeFileSync(corpus, [record('a'), '{"id": "b", "te'].join('\n'))
    const report = await index.addFiles([corpus])
    expect(report).toMatchObject({ documentsRemoved: 0, failed: [{ line: 2 }] })
    expect(await uris()).toEqual(['a', 'b'])
  })
})

describe('a path that does not exist', () => {
  it('removes nothing', async () => {
    write('one.md', 'text one')
    await index.addFiles([root])
    rmSync(root, { recursive: true })
    await expect(index.addFiles([root])).rejects.toMatchObject({ code: 'INPUT' })
    expect(await uris()).toEqual(['one.md'])
  })
})
