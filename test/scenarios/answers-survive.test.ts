import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ContextIndex, openIndex, type SlimmedOutput } from '../../src/index.ts'
import { NEEDS_DATA, realData, recordsOf } from '../support/real-data.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

interface Lookup {
  readonly file: string
  readonly question: string
  /** A part of the output that answers the question. */
  readonly answer: string
}

interface Range {
  readonly first: number
  readonly last: number
}

/** How many of the lookups may need a second call. Measured: 15. */
const MOST_EXPANDS = 16

const outputs = realData('tool-outputs')
const lookups = recordsOf<Lookup>(fileURLToPath(new URL('tool-output-lookups.jsonl', import.meta.url)))
const folder = temporaryFolder()

describe.skipIf(outputs === undefined)(`real outputs of tools (${NEEDS_DATA})`, () => {
  let index: ContextIndex
  const read = (file: string): Buffer => readFileSync(join(outputs!, file))
  const slim = (file: string): Promise<SlimmedOutput> => index.slim(read(file), { tokenizer: 'tiktoken:o200k_base' })

  beforeAll(async () => {
    index = await openIndex(folder.path('outputs.packgraph'))
  })
  afterAll(() => index.close())

  it('are never worse for being slimmed, and come back byte for byte', async () => {
    const files = readdirSync(outputs!, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file !== 'index.json' && statSync(join(outputs!, file)).isFile(),
    )
    expect(files.length).toBeGreaterThan(80)
    for (const file of files) {
      const slimmed = await slim(file)
      if (!slimmed.adopted) {
        expect(Buffer.from(slimmed.text).equals(read(file)), file).toBe(true)
        continue
      }
      expect(slimmed.bytesAfter, file).toBeLessThanOrEqual(0.72 * slimmed.bytesBefore)
      expect(slimmed.tokensAfter, file).toBeLessThan(slimmed.tokensBefore)
      const { lines } = await index.expand(slimmed.id!)
      expect(Buffer.from(lines.map(({ text }) => text).join('')).equals(read(file)), file).toBe(true)
    }
  }, 120_000)

  it('still answer what a person might look up: at once, or with the lines that the text or its notice names', async () => {
    expect(lookups).toHaveLength(50)
    let expands = 0
    for (const { file, question, answer } of lookups) {
      expect(read(file).toString(), `${file} answers “${question}”`).toContain(answer)
      const { text, id } = await slim(file)
      if (text.includes(answer)) continue
      expands++

      const line = read(file).toString().split(answer)[0]!.split('\n').length
      const named = namedRanges(text).filter(({ first, last }) => first <= line && line <= last)
      expect(named, `${file}, L${line}: “${question}”`).not.toEqual([])
      const [nearest] = named.sort((a, b) => a.last - a.first - (b.last - b.first))
      const { lines } = await index.expand(id!, { lines: nearest! })
      expect(lines.map((shown) => shown.text).join('')).toContain(answer)
    }
    expect(expands).toBeLessThanOrEqual(MOST_EXPANDS)
  }, 120_000)
})

/** Ranges in the text's own marks and in its notice, and those between one marked line and the next. */
function namedRanges(text: string): readonly Range[] {
  const spans = Array.from(text.matchAll(/\bL(\d+)-L(\d+)\b/g), ([, first, last]) => ({
    first: Number(first),
    last: Number(last),
  }))
  const marked = Array.from(text.matchAll(/^\[?L(\d+)(?:[ :]|-L\d+:)/gm), ([, number]) => Number(number))
  const between = marked.slice(1).map((number, position) => ({ first: marked[position]!, last: number }))
  return [...spans, ...between]
}
