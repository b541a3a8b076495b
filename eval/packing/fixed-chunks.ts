import { countTokens } from 'packgraph'
import type { Dataset } from '../input/dataset.ts'
import type { DocumentSpan } from './document-spans.ts'
import type { Counting } from './policy.ts'

/** A stretch of a document as a fixed-size chunker cuts it. */
export interface Chunk extends DocumentSpan {
  /** Unique among the chunks of a dataset. Ends with the id of the document, so that the name of its file stays in it. */
  readonly id: string
  readonly text: string
  /** What `text` and `CHUNK_SEPARATOR` count together. */
  readonly tokens: number
}

/** What stands between two chunks in a pack. */
export const CHUNK_SEPARATOR = '\n'

/** An upper guess at the UTF-16 units of a token, where the search for the end of a chunk begins. */
const UNITS_PER_TOKEN = 8
const SPACE = /\s/
const HALF_PAIR = /[\ud800-\udbff]$/

/**
 * Cuts every document into chunks of at most `chunkTokens`, whatever stands in it, one after the other without overlap: the baseline that every other way of
 * cutting has to beat. A chunk ends between two words where it can, and never within a character.
 * Source: the fixed-size chunker of Smith and Troynikov, Evaluating Chunking Strategies for Retrieval (2024).
 * Cost: some ten counts a chunk.
 */
export async function fixedChunks(
  { documents }: Dataset,
  chunkTokens: number,
  counting: Counting,
): Promise<readonly Chunk[]> {
  const count: Count = async (text) => (await countTokens(text + CHUNK_SEPARATOR, counting)).tokens
  const chunks: Chunk[] = []
  for (const { id: doc, text: whole } of documents) {
    let startByte = 0
    for (let start = 0, end = 0; start < whole.length; start = end) {
      end = await chunkEnd(whole, start, chunkTokens, count)
      const text = whole.slice(start, end)
      const endByte = startByte + Buffer.byteLength(text)
      if (text.trim() !== '') {
        chunks.push({
          id: `${chunks.length}/${doc}`,
          doc,
          start: startByte,
          end: endByte,
          text,
          tokens: await count(text),
        })
      }
      startByte = endByte
    }
  }
  return chunks
}

/** The chunks as a dataset to be indexed: each one paragraph, which is left whole, with the title of its document and without questions. */
export function chunkDataset({ documents, ...dataset }: Dataset, chunks: readonly Chunk[]): Dataset {
  const titles = new Map(documents.map(({ id, title }) => [id, title]))
  return {
    ...dataset,
    questions: [],
    documents: chunks.map(({ id, doc, text }) => ({
      id,
      title: titles.get(doc) ?? '',
      text: text.replaceAll(/\s+/g, ' '),
      mediaType: 'text/plain',
    })),
  }
}

type Count = (text: string) => Promise<number>

/** The furthest end that fits, by halving; at least one character, so that the walk goes on whatever the limit. */
async function chunkEnd(text: string, start: number, chunkTokens: number, count: Count): Promise<number> {
  const fits = async (end: number) => (await count(text.slice(start, end))) <= chunkTokens
  let fitting = start
  let over = Math.min(text.length, start + chunkTokens * UNITS_PER_TOKEN) + 1
  for (let end = over - 1; over - fitting > 1; end = (fitting + over) >> 1) {
    if (await fits(end)) fitting = end
    else over = end
  }
  return fitting === text.length ? fitting : (wordEnd(text, start, fitting) ?? characterEnd(text, start, fitting))
}

/** Behind the last white space; undefined where there is none. */
function wordEnd(text: string, start: number, end: number): number | undefined {
  if (end > start && SPACE.test(text.charAt(end))) return end
  for (let position = end; position > start; position--) if (SPACE.test(text.charAt(position - 1))) return position
  return undefined
}

/** Not between the halves of a surrogate pair, and one character at least. */
function characterEnd(text: string, start: number, end: number): number {
  const whole = HALF_PAIR.test(text.slice(start, end)) ? end - 1 : end
  return whole > start ? whole : start + String.fromCodePoint(text.codePointAt(start)!).length
}
