import { createHash } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resolveTokenizer } from '../../../../src/adapters/tokenizers/resolve.ts'
import { CLAUDE_FOLDER } from '../support/hf-folders.ts'
import { tinyDefinition } from '../support/tiny-definition.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packgraph-hf-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Writes a definition to a folder of its own. @returns the name of its tokenizer. */
async function written(name: string, content: object | string): Promise<string> {
  await mkdir(join(folder, name), { recursive: true })
  await writeFile(join(folder, name, 'tokenizer.json'), typeof content === 'string' ? content : JSON.stringify(content))
  return `hf:${join(folder, name)}`
}

describe('an hf tokenizer', () => {
  it('has the name of its folder and the hash of its file as identity', async () => {
    const name = await written('tiny-model', tinyDefinition())
    const bytes = await readFile(join(folder, 'tiny-model', 'tokenizer.json'))
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
    expect(await resolveTokenizer(name)).toMatchObject({ identity: `hf:tiny-model@${hash}`, exactness: 'exact' })
  })

  it('looks for a telling name above folders that every model has', async () => {
    expect((await resolveTokenizer(`hf:${CLAUDE_FOLDER}`)).identity).toMatch(/^hf:tokenizer-claude@[0-9a-f]{16}$/)
  })

  it('has the name of a file that is not called tokenizer.json', async () => {
    await mkdir(folder, { recursive: true })
    await copyFile(join(CLAUDE_FOLDER, 'tokenizer.json'), join(folder, 'legacy.json'))
    const { identity } = await resolveTokenizer(`hf:${join(folder, 'legacy.json')}`)
    expect(identity).toMatch(/^hf:legacy@[0-9a-f]{16}$/)
  })

  it('is another one after its file has changed', async () => {
    const before = await resolveTokenizer(await written('changing', tinyDefinition({ merges: ['a b'] })))
    const after = await resolveTokenizer(await written('changing', tinyDefinition({ merges: [] })))
    expect([before.count('ab'), after.count('ab')]).toEqual([1, 2])
    expect(after.identity).not.toBe(before.identity)
  })

  it('reads merges as pairs and as lines, and splits a special token off the text', async () => {
    const lines = await resolveTokenizer(await written('lines', tinyDefinition({ merges: ['a b', 'ab c'] })))
    const pairs = await resolveTokenizer(
      await written(
        'pairs',
        tinyDefinition({
          merges: [
            ['a', 'b'],
            ['ab', 'c'],
          ],
        }),
      ),
    )
    for (const tokenizer of [lines, pairs]) {
      expect(tokenizer.count('abcab')).toBe(2)
      expect(tokenizer.count('abc<end>ab')).toBe(3)
    }
  })

  it('takes numbers of all scripts for digits, and U+FEFF for no white space', async () => {
    const digits = await resolveTokenizer(
      await written('digits', tinyDefinition({ pre_tokenizer: { type: 'Digits', individual_digits: false } })),
    )
    expect(digits.count('a٣b')).toBe(3)
    const spaces = await resolveTokenizer(
      await written('spaces', tinyDefinition({ pre_tokenizer: { type: 'ByteLevel' }, merges: ['Ġ ï', 'Ġï »'] })),
    )
    expect(spaces.count(' \ufeff')).toBe(2)
  })

  it.each([
    ['WordPiece', { model: { type: 'WordPiece', vocab: { a: 0, '[UNK]': 1 }, unk_token: '[UNK]' } }],
    ['Whitespace', { pre_tokenizer: { type: 'Whitespace' } }],
    ['Split', { pre_tokenizer: { type: 'Split', pattern: { String: ' ' }, behavior: 'MergedWithPrevious' } }],
    ['Metaspace', { pre_tokenizer: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always' } }],
    ['Lowercase', { normalizer: { type: 'Sequence', normalizers: [{ type: 'NFC' }, { type: 'Lowercase' }] } }],
  ])('does not claim to be exact with a part that the library does differently: %s', async (name, parts) => {
    expect((await resolveTokenizer(await written(name, tinyDefinition(parts)))).exactness).toBe('estimated')
  })

  it('is exact where a split waits for what a normalizer has replaced', async () => {
    const definition = tinyDefinition({
      normalizer: { type: 'Replace', pattern: { String: ' ' }, content: '▁' },
      pre_tokenizer: { type: 'Split', pattern: { String: ' ' }, behavior: 'MergedWithPrevious', invert: false },
    })
    expect((await resolveTokenizer(await written('replaced', definition))).exactness).toBe('exact')
  })
})

describe('an hf tokenizer that cannot be loaded', () => {
  it.each([
    ['nothing at all', 'missing/tokenizer.json', 'does not exist'],
    ['a folder without the file', '.', 'does not exist'],
  ])('is named as unavailable: %s', async (_, path, problem) => {
    await expect(resolveTokenizer(`hf:${join(folder, path)}`)).rejects.toMatchObject({
      code: 'TOKENIZER_UNAVAILABLE',
      message: expect.stringContaining(problem),
      hint: expect.stringContaining('tokenizer.json'),
    })
  })

  it.each([
    ['broken', '{"model": ', 'is not valid JSON'],
    ['list', '[]', 'is not a JSON object'],
    ['other', '{"name": "something else"}', 'is not a tokenizer that can be used'],
    [
      'unknown-part',
      JSON.stringify(tinyDefinition({ normalizer: { type: 'Nmt' } })),
      'is not a tokenizer that can be used',
    ],
    [
      'no-vocabulary',
      JSON.stringify(tinyDefinition({ model: { type: 'BPE' } })),
      'is not a tokenizer that can be used',
    ],
  ])('is named as unavailable: %s', async (name, content, problem) => {
    await expect(resolveTokenizer(await written(name, content))).rejects.toMatchObject({
      code: 'TOKENIZER_UNAVAILABLE',
      message: expect.stringContaining(problem),
      facts: { path: join(folder, name, 'tokenizer.json') },
    })
  })

  it('is named as unavailable when the config beside it is broken', async () => {
    const name = await written('bad-config', tinyDefinition())
    await writeFile(join(folder, 'bad-config', 'tokenizer_config.json'), '{')
    await expect(resolveTokenizer(name)).rejects.toMatchObject({
      code: 'TOKENIZER_UNAVAILABLE',
      message: expect.stringContaining('tokenizer_config.json is not valid JSON'),
    })
  })
})
