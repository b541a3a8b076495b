import { describe, expect, it } from 'vitest'
import type { Engine } from '../../src/engine/engine.ts'
import type { EngineParts } from '../../src/engine/parts.ts'
import type { SourceEntry } from '../../src/ports/document-source.ts'
import { engineWith, found, sourceOf } from './support/engine.ts'

/** An engine whose files are those of a map from root to entries, which a test may change between runs. */
function withFiles(): { readonly engine: Engine; readonly files: Map<string, readonly SourceEntry[]> } {
  const files = new Map<string, readonly SourceEntry[]>()
  const readSources: EngineParts['readSources'] = (paths) =>
    sourceOf(
      paths,
      paths.flatMap((path) => files.get(path) ?? []),
    )
  return { engine: engineWith({ readSources }), files }
}

async function urisOf(engine: Engine): Promise<readonly string[]> {
  const { hits } = await engine.search('text', { limit: 100 })
  return hits.map(({ collection, uri }) => `${collection}/${uri}`).sort()
}

const skipped = (root: string, uri: string): SourceEntry => ({
  kind: 'skipped',
  root,
  uri,
  reason: 'too large',
  sizeBytes: 1,
})
const failed = (root: string, uri: string): SourceEntry => ({ ...skipped(root, uri), kind: 'failed' }) as SourceEntry

describe('pruning', () => {
  it('removes what is gone from the given path, and nothing of another path or of a program', async () => {
    const { engine, files } = withFiles()
    files.set('/a', [found('/a', 'one', 'text one'), found('/a', 'two', 'text two')])
    files.set('/b', [found('/b', 'three', 'text three')])
    await engine.addFiles(['/a'])
    await engine.addFiles(['/b'])
    await engine.add([{ uri: 'four', text: 'text four' }])
    files.set('/a', [found('/a', 'one', 'text one')])
    files.set('/b', [])
    expect(await engine.addFiles(['/a'])).toMatchObject({ documentsRemoved: 1, documentsUnchanged: 1 })
    expect(await urisOf(engine)).toEqual(['default/four', 'default/one', 'default/three'])
  })

  it('removes the last document of a folder, too', async () => {
    const { engine, files } = withFiles()
    files.set('/a', [found('/a', 'one', 'text one')])
    await engine.addFiles(['/a'])
    files.set('/a', [])
    expect(await engine.addFiles(['/a'], { prune: false })).toMatchObject({ documentsRemoved: 0 })
    expect(await engine.addFiles(['/a'])).toMatchObject({ documentsRemoved: 1 })
    expect(await urisOf(engine)).toEqual([])
  })

  it('keeps a document whose file is there but was skipped this time', async () => {
    const { engine, files } = withFiles()
    files.set('/a', [found('/a', 'one', 'text one'), found('/a', 'two', 'text two')])
    await engine.addFiles(['/a'])
    files.set('/a', [found('/a', 'one', 'text one'), skipped('/a', 'two')])
    expect(await engine.addFiles(['/a'])).toMatchObject({ documentsRemoved: 0 })
    expect(await urisOf(engine)).toEqual(['default/one', 'default/two'])
  })

  it('keeps everything under a path where something failed, and says so', async () => {
    const { engine, files } = withFiles()
    files.set('/a', [found('/a', 'one', 'text one')])
    await engine.addFiles(['/a'])
    files.set('/a', [failed('/a', 'sub')])
    const messages: string[] = []
    const report = await engine.addFiles(['/a'], {
      onEvent: (event) => {
        if (event.type === 'notice') messages.push(event.message)
      },
    })
    expect(report.documentsRemoved).toBe(0)
    expect(messages).toEqual([expect.stringContaining('/a')])
  })

  it('stays within the collections that the run fills', async () => {
    const { engine, files } = withFiles()
    const records = [
      found('/c', 'one', 'text one', { collection: 'x' }),
      found('/c', 'two', 'text two', { collection: 'x' }),
      found('/c', 'three', 'text three'),
    ]
    files.set('/c', records)
    await engine.addFiles(['/c'])
    await engine.addFiles(['/c'], { collection: 'other' })
    files.set('/c', records.slice(1, 2))
    await engine.addFiles(['/c'])
    expect(await urisOf(engine)).toEqual(['other/three', 'x/two'])
  })

  it('asks whoever brought a document in last, even when its content did not change', async () => {
    const { engine, files } = withFiles()
    files.set('/a', [found('/a', 'readme', 'text of both')])
    files.set('/b', [found('/b', 'readme', 'text of both')])
    await engine.addFiles(['/a'])
    await engine.addFiles(['/b'])
    files.set('/a', [])
    expect(await engine.addFiles(['/a'])).toMatchObject({ documentsRemoved: 0 })
    files.set('/b', [])
    expect(await engine.addFiles(['/b'])).toMatchObject({ documentsRemoved: 1 })
  })

  it('follows a rename in the index when the file has the new name, too', async () => {
    const { engine, files } = withFiles()
    files.set('/a', [found('/a', 'old', 'text one')])
    await engine.addFiles(['/a'])
    await engine.rename('old', 'new')
    files.set('/a', [found('/a', 'new', 'text one')])
    expect(await engine.addFiles(['/a'])).toMatchObject({ documentsUnchanged: 1, documentsRemoved: 0 })
    expect(await urisOf(engine)).toEqual(['default/new'])
  })

  it('does not happen when the run was cancelled', async () => {
    const { engine, files } = withFiles()
    files.set('/a', [found('/a', 'one', 'text one')])
    await engine.addFiles(['/a'])
    files.set('/a', [])
    await expect(engine.addFiles(['/a'], { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(await urisOf(engine)).toEqual(['default/one'])
  })
})

describe('two paths in one run', () => {
  it('keep the first document of a uri and report the other', async () => {
    const { engine, files } = withFiles()
    files.set('/a', [found('/a', 'one', 'text of a')])
    files.set('/b', [found('/b', 'one', 'text of b')])
    const report = await engine.addFiles(['/a', '/b'])
    expect(report).toMatchObject({ documentsAdded: 1, failed: [{ uri: 'one' }] })
    const [hit] = (await engine.search('text')).hits
    expect(hit!.text).toBe('text of a')
  })
})
