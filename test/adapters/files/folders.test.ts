import { execFileSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { chmod, mkdir, open, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readTextFile } from '../../../src/adapters/files/read-file.ts'
import { readSources } from '../../../src/adapters/files/read-sources.ts'
import { folderWith, outline, readAll } from './support.ts'

describe('reading folders', () => {
  it('gives files in order of names, with bytes, uris relative to the folder, and sizes that add up', async () => {
    const folder = await folderWith({
      'b.md': 'b',
      'a/z.txt': 'zz',
      'a/.hidden.md': 'h',
      'a-b.md': 'ab',
      'empty.md': '',
    })
    const source = readSources([folder], { latin1: false, maxFileBytes: 100 })
    expect(await source.totalBytes).toBe(6)
    const entries = await readAll([folder])
    expect(outline(entries)).toEqual(
      ['a/.hidden.md', 'a/z.txt', 'a-b.md', 'b.md', 'empty.md'].map((uri) => `document ${uri}`),
    )
    expect(entries.map((entry) => entry.sizeBytes)).toEqual([1, 2, 2, 1, 0])
    const [, second] = entries
    expect(second?.kind === 'document' && new TextDecoder().decode(second.input.bytes)).toBe('zz')
    expect(second?.root).toBe(folder)
  })

  it('gives a file that is named itself its name as uri', async () => {
    const folder = await folderWith({ 'a/b.md': 'b' })
    expect(outline(await readAll([join(folder, 'a/b.md')]))).toEqual(['document b.md'])
  })

  it('respects nested .gitignore files, the innermost rule first', async () => {
    const folder = await folderWith({
      '.gitignore': '*.log\n/build/\n!keep.log\n',
      'a.log': '',
      'keep.log': '',
      'a.md': '',
      'build/x.md': '',
      'sub/build/y.md': '',
      'sub/.gitignore': 'secret.md\n!b.log\n',
      'sub/secret.md': '',
      'sub/b.log': '',
      'sub/deep/secret.md': '',
      'secret.md': '',
    })
    expect(outline(await readAll([folder]))).toEqual(
      ['.gitignore', 'a.md', 'keep.log', 'secret.md', 'sub/.gitignore', 'sub/b.log', 'sub/build/y.md'].map(
        (uri) => `document ${uri}`,
      ),
    )
  })

  it('respects the rules of the work tree around the folder, unless they ignore the folder that was asked for', async () => {
    const folder = await folderWith({
      '.git/HEAD': '',
      '.gitignore': 'draft.md\n/dist/\n',
      'docs/draft.md': '',
      'docs/a.md': '',
      'dist/b.md': '',
    })
    expect(outline(await readAll([join(folder, 'docs')]))).toEqual(['document a.md'])
    expect(outline(await readAll([join(folder, 'dist')]))).toEqual(['document b.md'])
  })

  it('passes over .git, node_modules and packgraph’s own files without a word', async () => {
    const folder = await folderWith({
      '.git/config': 'x',
      'node_modules/p/README.md': 'x',
      'a.md': 'a',
      'x.packgraph': 'x',
      'x.packgraph-wal': 'x',
      '.packgraph/index.packgraph': 'x',
    })
    expect(outline(await readAll([folder]))).toEqual(['document a.md'])
    expect(outline(await readAll([join(folder, 'x.packgraph')]))).toEqual([
      'skipped x.packgraph a file of packgraph itself',
    ])
  })

  it('reports binaries, undecodable and large files, and reads Latin-1 when asked', async () => {
    const folder = await folderWith({
      'a.png': Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]),
      'latin1.txt': Uint8Array.from([0x63, 0x61, 0x66, 0xe9]),
      'long.txt': 'x'.repeat(101),
      'utf16.txt': Buffer.from('\uFEFFhi', 'utf16le'),
    })
    expect(outline(await readAll([folder], { maxFileBytes: 100 }))).toEqual([
      'skipped a.png the file looks binary: byte 8 is zero',
      'skipped latin1.txt the file is neither UTF-8 nor UTF-16 with a byte order mark; it may be binary or Latin-1',
      'skipped long.txt the file has 101 bytes, and the limit is 100',
      'document utf16.txt',
    ])
    expect(outline(await readAll([folder], { latin1: true })).slice(0, 2)).toEqual([
      'skipped a.png the file looks binary: byte 8 is zero',
      'document latin1.txt',
    ])
  })

  it('reports links that loop, lead out or are broken, and follows none of them', async () => {
    const outside = await folderWith({ 'secret.md': 'secret' })
    const folder = await folderWith({ 'a.md': 'a', 'sub/b.md': 'b' })
    await symlink('self', join(folder, 'self'))
    await symlink('..', join(folder, 'sub/parent'))
    await symlink('.', join(folder, 'sub/here'))
    await symlink('sub', join(folder, 'sibling'))
    await symlink(join(outside, 'secret.md'), join(folder, 'outside.md'))
    await symlink(outside, join(folder, 'outside'))
    await symlink('nowhere', join(folder, 'broken'))
    await symlink('a.md', join(folder, 'alias.md'))
    expect(outline(await readAll([folder]))).toEqual([
      'document a.md',
      'document sub/b.md',
      'skipped alias.md the same file as a.md',
      'skipped broken a broken symbolic link',
      'skipped outside a symbolic link out of the folder',
      'skipped outside.md a symbolic link out of the folder',
      'skipped self a symbolic link that leads to itself',
      'skipped sibling a symbolic link to sub, which is read in its own place',
      'skipped sub/here a symbolic link to a folder that contains it',
      'skipped sub/parent a symbolic link to a folder that contains it',
    ])
  })

  it('takes what only links lead to once', async () => {
    const folder = await folderWith({ '.gitignore': 'hidden/\n', 'hidden/x.md': 'x', 'node_modules/p/i.md': 'i' })
    await symlink('hidden', join(folder, 'one'))
    await symlink('hidden', join(folder, 'two'))
    await symlink('hidden/x.md', join(folder, 'x.md'))
    await symlink('node_modules/p', join(folder, 'p'))
    expect(outline(await readAll([folder]))).toEqual([
      'document .gitignore',
      'document one/x.md',
      'skipped p a symbolic link into node_modules/p',
      'skipped two a symbolic link to hidden, which is read in its own place',
      'skipped x.md the same file as one/x.md',
    ])
  })

  it('takes ten copies of a file as ten documents', async () => {
    const folder = await folderWith(
      Object.fromEntries(Array.from({ length: 10 }, (_, number) => [`copy${number}/a.md`, 'same'])),
    )
    expect((await readAll([folder])).filter((entry) => entry.kind === 'document')).toHaveLength(10)
  })

  it('takes a file once when two paths lead to it, and reports two files with one uri', async () => {
    const folder = await folderWith({ 'one/a.md': '1', 'two/a.md': '2' })
    expect(outline(await readAll([join(folder, 'one'), join(folder, 'one/a.md'), join(folder, 'two')]))).toEqual([
      'document a.md',
      'skipped a.md the same file as a.md',
      `failed a.md the id “a.md” is taken by ${join(folder, 'one/a.md')}`,
    ])
  })

  it('reports what is neither file nor folder', async () => {
    const folder = await folderWith({ 'a.md': '' })
    execFileSync('mkfifo', [join(folder, 'pipe')])
    expect(outline(await readAll([folder]))).toEqual(['document a.md', 'skipped pipe neither a file nor a folder'])
  })

  it.skipIf(process.getuid?.() === 0)('reports files and folders that may not be read', async () => {
    const folder = await folderWith({ 'a.md': 'a', 'b.md': 'b' })
    await mkdir(join(folder, 'closed'))
    await chmod(join(folder, 'closed'), 0)
    await chmod(join(folder, 'b.md'), 0)
    expect(outline(await readAll([folder]))).toEqual([
      'document a.md',
      'failed b.md the file cannot be read: EACCES, permission denied',
      'failed closed the folder cannot be read: EACCES, permission denied',
    ])
    await chmod(join(folder, 'closed'), 0o700)
  })

  it('reports a file that is gone when its turn comes', async () => {
    const folder = await folderWith({ 'a.md': 'a', 'b.md': 'b' })
    const lines: string[] = []
    for await (const entry of readSources([folder], { latin1: false, maxFileBytes: 100 }).entries) {
      lines.push(...outline([entry]))
      if (lines.length === 1) execFileSync('rm', [join(folder, 'b.md')])
    }
    expect(lines).toEqual(['document a.md', 'failed b.md the file cannot be read: ENOENT, no such file or directory'])
  })

  it('throws INPUT for a path where nothing is, before anything is read', async () => {
    const folder = await folderWith({ 'a.md': 'a' })
    const { totalBytes } = readSources([folder, join(folder, 'gone')], { latin1: false, maxFileBytes: 100 })
    expect(await totalBytes).toBeUndefined()
    await expect(readAll([folder, join(folder, 'gone')])).rejects.toMatchObject({
      code: 'INPUT',
      message: expect.stringContaining('gone'),
    })
  })

  it('stops when it is cancelled', async () => {
    const folder = await folderWith({ 'a.md': 'a', 'b.md': 'b' })
    const controller = new AbortController()
    const reading = async (): Promise<void> => {
      for await (const _ of readSources([folder], { latin1: false, maxFileBytes: 100, signal: controller.signal })
        .entries)
        controller.abort()
    }
    await expect(reading()).rejects.toMatchObject({ code: 'CANCELLED' })
  })
})

describe('a file that changes while it is read', () => {
  /** Opens files so that the first `changes` readings of one find it longer than it was. */
  function changing(path: string, changes: number): (path: string) => ReturnType<typeof open> {
    let left = changes
    return async (opened) => {
      const handle = await open(opened)
      const read = handle.read.bind(handle) as (...parameters: unknown[]) => unknown
      const spied = async (...parameters: unknown[]): Promise<unknown> => {
        if (left-- > 0) appendFileSync(path, 'more')
        return read(...parameters)
      }
      return Object.assign(handle, { read: spied })
    }
  }

  it('is read once more', async () => {
    const path = join(await folderWith({ 'a.md': 'text ' }), 'a.md')
    const content = await readTextFile(path, { latin1: false, maxFileBytes: 100, open: changing(path, 1) })
    expect(content.kind === 'content' && new TextDecoder().decode(content.bytes)).toBe('text more')
  })

  it('is reported when it does not come to rest', async () => {
    const path = join(await folderWith({ 'a.md': 'text ' }), 'a.md')
    expect(await readTextFile(path, { latin1: false, maxFileBytes: 100, open: changing(path, 99) })).toEqual({
      kind: 'failed',
      reason: 'the file changed while it was read, 2 times',
    })
  })
})
